import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { AnswerBox } from './answer-box'
import { supportText } from './support.he'
import { type OpenTicket, ticketQuery } from './ticket.calls'
import { ticketText as text } from './ticket.he'
import { TicketFacts } from './ticket-facts'
import { TicketMails } from './ticket-mails'
import { TicketNeighbours } from './ticket-neighbours'
import { TicketRelated } from './ticket-related'
import { TicketStateMark } from './ticket-state-mark'
import { TicketThread } from './ticket-thread'
import { usePresence } from './use-presence'

/** One ticket on the desk: what was said and done, the answer, and beside it the person and what is to be done. */
export function TicketScreen({ ticketId }: { ticketId: string }) {
  const { data, isPending, isError, refetch } = useQuery(ticketQuery(ticketId))
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6">
        <Link to={staffPaths.support} className="text-link inline-flex min-h-11 items-center">
          {text.back}
        </Link>
        <TicketNeighbours ticketId={ticketId} />
      </div>
      {isPending && <Loading />}
      {isError && !data && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data === null && <StateMessage title={text.notFound} body={text.notFoundLead} className="py-10" />}
      {data && <Opened ticket={data} />}
    </>
  )
}

function Opened({ ticket }: { ticket: OpenTicket }) {
  const client = useQueryClient()
  const [isTyping, setTyping] = useState(false)
  const others = usePresence(ticket.id, isTyping)
  const refresh = () => client.invalidateQueries({ queryKey: ['staff'] })
  const names = (typing: boolean) =>
    others
      .filter((other) => other.is_typing === typing)
      .map(({ name }) => name)
      .join(', ')
  return (
    <article>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-1 pb-5">
        <h1 className="text-2xl [overflow-wrap:anywhere]">
          <Bidi>{ticket.subject}</Bidi>
        </h1>
        <p className="text-ink-2">
          <TicketStateMark state={ticket.status} />
        </p>
        <p role="status" className="w-full text-ink-2 text-sm">
          {names(true) && <Bidi className="pe-4 font-semibold text-ink">{text.typing(names(true))}</Bidi>}
          {names(false) && <Bidi>{text.reading(names(false))}</Bidi>}
        </p>
      </header>
      {ticket.merged_into && (
        <Alert tone="info" className="mb-5">
          {text.merged}{' '}
          <Link to={staffPaths.ticket(ticket.merged_into)} className="text-link">
            {text.toMerged}
          </Link>
        </Alert>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div>
          <TicketThread ticket={ticket} onDone={refresh} />
          <TicketMails ticketId={ticket.id} onDone={refresh} />
          {ticket.satisfaction && (
            <p className="pt-4 text-ink-2">
              {text.rating(supportText.satisfaction[ticket.satisfaction])}
              {ticket.satisfaction_note && <Bidi className="block">{ticket.satisfaction_note}</Bidi>}
            </p>
          )}
          {!ticket.merged_into && <AnswerBox ticket={ticket} onDone={refresh} onTyping={setTyping} />}
        </div>
        <aside className="grid gap-8 lg:sticky lg:top-4">
          <TicketFacts ticket={ticket} onDone={refresh} />
          <TicketRelated ticket={ticket} onDone={refresh} />
        </aside>
      </div>
    </article>
  )
}

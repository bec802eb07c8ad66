import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { PageHeader } from '~/shared/ui/page-header'
import { Empty, Failed, LoadingLines } from '~/shared/ui/section'
import { ownTicketsQuery } from './own-tickets.calls'
import { ownTicketsText as text } from './own-tickets.he'
import { ownTicketState } from './own-tickets.rules'

/** Everything that the student asked the academy, each leading to its thread. */
export function OwnTicketsScreen({ userId }: { userId: string }) {
  const { data: tickets, isPending, isError, refetch } = useQuery(ownTicketsQuery(userId))
  const ask = (
    <Link to={paths.contact} className={buttonClass('learn')}>
      {text.ask}
    </Link>
  )
  return (
    <div className="wrap max-w-[820px] pb-16">
      <PageHeader title={text.title} intro={text.lead} />
      {isPending && <LoadingLines count={3} />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {tickets?.length === 0 && <Empty text={text.empty}>{ask}</Empty>}
      {tickets && tickets.length > 0 && (
        <>
          <ul className="mb-6 border-ink border-t">
            {tickets.map(({ id, subject, status, lastFromStaff, lastMessageAt }) => (
              <li key={id} className="border-rule border-b">
                <Link
                  to={paths.ownTicket(id)}
                  className="grid gap-x-6 gap-y-0.5 py-4 no-underline sm:grid-cols-[1fr_auto]"
                >
                  <Bidi className="font-semibold [overflow-wrap:anywhere]">{subject}</Bidi>
                  <span className="text-ink-2 sm:text-end">{text.states[ownTicketState(status, lastFromStaff)]}</span>
                  <time dateTime={lastMessageAt} className="text-ink-3 text-sm">
                    {formatShortMoment(lastMessageAt)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
          {ask}
        </>
      )}
    </div>
  )
}

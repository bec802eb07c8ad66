import { useMutation, useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { MailFiles } from '~/shared/mail-files/mail-files'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { settleTicketMail, type TicketMail, ticketMailsQuery } from './ticket-mails.calls'
import { ticketMailsText as text } from './ticket-mails.he'

type TicketMailsProps = { ticketId: string; onDone: () => Promise<unknown> }

/** Beneath the thread: mails that wait because their sender is not surely the person. */
export function TicketMails({ ticketId, onDone }: TicketMailsProps) {
  const { data = [], isError, refetch } = useQuery(ticketMailsQuery(ticketId))
  const held = data.filter(({ state }) => state === 'held')
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  if (held.length === 0) return null
  return (
    <section aria-label={text.held} className="mt-6">
      <h2 className="text-lg">{text.held}</h2>
      <p className="mt-1 mb-3 text-ink-2 text-sm">{text.heldLead}</p>
      <ul className="grid gap-4">
        {held.map((mail) => (
          <HeldMail key={mail.id} mail={mail} onDone={onDone} />
        ))}
      </ul>
    </section>
  )
}

type MessageMailProps = { ticketId: string; messageId: string }

/** At a message that came by mail: its files, and folded what its program quoted and signed. */
export function MessageMail({ ticketId, messageId }: MessageMailProps) {
  const { data = [] } = useQuery(ticketMailsQuery(ticketId))
  const mail = data.find((one) => one.message_id === messageId)
  return mail ? <Came mail={mail} /> : null
}

function HeldMail({ mail, onDone }: { mail: TicketMail; onDone: () => Promise<unknown> }) {
  const settle = useMutation({
    mutationFn: (accept: boolean) => settleTicketMail(mail.id, accept),
    onSuccess: async (_, accept) => {
      void toast.success(accept ? text.accepted : text.discarded)
      await onDone()
    },
  })
  return (
    <li className="rounded-control border border-saffron bg-saffron-wash/50 p-4">
      <p className="mb-1 font-semibold">{headingOf(mail)}</p>
      <Head mail={mail} />
      <Bidi as="p" className="mt-2 max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {mail.words}
      </Bidi>
      <Came mail={mail} />
      {settle.isError && (
        <Alert tone="error" className="mt-3">
          {settle.error.message}
        </Alert>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          look="secondary"
          size="small"
          busy={settle.isPending && settle.variables}
          onClick={() => settle.mutate(true)}
        >
          {text.accept}
        </Button>
        <Button
          look="secondary"
          size="small"
          busy={settle.isPending && !settle.variables}
          onClick={() => settle.mutate(false)}
        >
          {text.discard}
        </Button>
      </div>
    </li>
  )
}

const headingOf = ({ is_absence, is_verified }: TicketMail) =>
  is_absence ? text.absence : is_verified ? text.verifiedOther : text.unverified

const Head = ({ mail: { sender, sender_name, received_at } }: { mail: TicketMail }) => (
  <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
    {sender_name && <Bidi>{sender_name}</Bidi>}
    <bdi dir="ltr" className="[overflow-wrap:anywhere]">
      {sender}
    </bdi>
    <time dateTime={received_at} className="text-ink-3">
      {formatShortMoment(received_at)}
    </time>
  </p>
)

const Came = ({ mail: { rest, files } }: { mail: TicketMail }) => (
  <>
    <MailFiles files={files} />
    {rest && (
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2 text-ink-2 text-sm">{text.rest}</summary>
        <Bidi as="p" className="max-w-[72ch] whitespace-pre-line text-ink-2 text-sm [overflow-wrap:anywhere]">
          {rest}
        </Bidi>
      </details>
    )}
  </>
)

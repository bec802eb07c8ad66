import { clsx } from 'clsx'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { listColumns } from '~/staff/list/data-list'
import { type MailState, readMailRecipient, retryMail, type UndeliveredMail } from './mails.calls'
import { mailsText as text } from './mails.he'
import { mailKindLabel } from './mails.rules'
import { MaskedAddress } from './masked-address'
import { useRetry } from './use-retry'

const column = listColumns<UndeliveredMail>()

/** What the list of mails can show. */
export const MAIL_COLUMNS = [
  column.display({
    id: 'created_at',
    header: text.columns.created_at,
    cell: ({ row }) => <span className="tabular-nums">{formatShortMoment(row.original.createdAt)}</span>,
  }),
  column.display({
    id: 'kind',
    header: text.columns.kind,
    cell: ({ row }) => <Bidi className="font-semibold">{mailKindLabel(row.original.kind)}</Bidi>,
  }),
  column.display({
    id: 'recipient',
    header: text.columns.recipient,
    cell: ({ row: { original } }) => (
      <MaskedAddress
        masked={original.recipient}
        read={() => readMailRecipient(original.id)}
        words={{ show: text.show, showOf: text.showRecipient, failed: text.recipientFailed }}
      />
    ),
  }),
  column.display({ id: 'state', header: text.columns.state, cell: ({ row }) => <State mail={row.original} /> }),
  column.display({
    id: 'answer',
    header: text.columns.answer,
    cell: ({ row }) => (
      <bdi dir="ltr" title={row.original.answer} className="block max-w-[26ch] truncate text-ink-2">
        {row.original.answer}
      </bdi>
    ),
  }),
  column.display({ id: 'retry', header: text.columns.retry, cell: ({ row }) => <Retry mail={row.original} /> }),
]

const COLOURS: Record<MailState, string> = { waiting: 'bg-green', delayed: 'bg-saffron', abandoned: 'bg-red' }

function State({ mail: { state, nextAttemptAt } }: { mail: UndeliveredMail }) {
  return (
    <span title={state === 'delayed' && nextAttemptAt ? text.nextTry(formatShortMoment(nextAttemptAt)) : undefined}>
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {text.states[state]}
    </span>
  )
}

function Retry({ mail: { id, kind, canRetry } }: { mail: UndeliveredMail }) {
  const { busy, retry } = useRetry()
  if (!canRetry) return <span className="text-ink-2">{text.textGone}</span>
  return (
    <Button
      look="quiet"
      size="small"
      busy={busy}
      aria-label={text.retryOf(mailKindLabel(kind))}
      onClick={() => retry(async () => ((await retryMail(id)) ? text.retried : text.notRetried))}
    >
      {text.retry}
    </Button>
  )
}

import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { ListFrame } from '~/staff/list/list-frame'
import { ListLead } from '~/staff/list/list-lead'
import { MaskedAddress } from '~/staff/mails/masked-address'
import { DroppedMail } from './dropped-mail'
import { REFUSED_MAIL_LIST, type RefusedMail, readRefusedMail, refusedMailsQuery } from './refused-mails.calls'
import { countedRefusedMails, refusedMailsText as text } from './refused-mails.he'

const KILOBYTE = 1024
const WORDS = { ...text, counted: countedRefusedMails }
const SORTS = { refused_at: { title: text.columns.refused_at, begins: 'desc' } } as const
const FILTERS = { reason: { ...text.filters.reason, values: text.reasons } }

const column = listColumns<RefusedMail>()
const { columns } = text
const COLUMNS = [
  column.display({
    id: 'subject',
    header: columns.subject,
    cell: ({ row: { original } }) => (
      <Bidi title={original.subject} className="block max-w-[18ch] truncate font-semibold md:max-w-[40ch]">
        {original.subject || text.noSubject}
      </Bidi>
    ),
  }),
  column.display({
    id: 'reason',
    header: columns.reason,
    cell: ({ row: { original } }) => (
      <span title={text.reasonHints[original.reason]}>{text.reasons[original.reason]}</span>
    ),
  }),
  column.display({ id: 'sender', header: columns.sender, cell: ({ row }) => <Sender mail={row.original} /> }),
  column.display({ id: 'recipient', header: columns.recipient, cell: ({ row }) => <Recipient mail={row.original} /> }),
  column.display({
    id: 'bytes',
    header: columns.bytes,
    cell: ({ row }) => (
      <bdi dir="ltr" className="tabular-nums">
        {text.kilobytes(Math.ceil(row.original.bytes / KILOBYTE).toLocaleString('he-IL'))}
      </bdi>
    ),
  }),
  column.display({
    id: 'refused_at',
    header: columns.refused_at,
    cell: ({ row }) => <span className="tabular-nums">{formatShortMoment(row.original.refusedAt)}</span>,
  }),
  column.display({
    id: 'actions',
    header: columns.actions,
    cell: ({ row: { original } }) => original.hasContent && <DroppedMail mail={original} />,
  }),
]

function Sender({ mail: { id, sender, isVerified } }: { mail: RefusedMail }) {
  if (!sender) return <span className="text-ink-2">{text.unknown}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <MaskedAddress
        masked={sender}
        read={async () => (await readRefusedMail(id)).sender}
        words={{ show: text.show, showOf: text.showSender, failed: text.senderFailed }}
      />
      {!isVerified && <span className="text-ink-2 text-sm">{text.unverified}</span>}
    </span>
  )
}

function Recipient({ mail: { recipient, ticketId, subject } }: { mail: RefusedMail }) {
  if (ticketId)
    return (
      <Link
        to={staffPaths.ticket(ticketId)}
        className="text-link"
        aria-label={text.ticketOf(subject || text.noSubject)}
      >
        {text.ticket}
      </Link>
    )
  return recipient ? <bdi dir="ltr">{recipient}</bdi> : <span className="text-ink-2">{text.unknown}</span>
}

/** The mails to the support that were dropped or refused, and why ([2.12-06]). */
export function RefusedMailsScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={REFUSED_MAIL_LIST}
      query={refusedMailsQuery}
      columns={COLUMNS}
      sorts={SORTS}
      filters={FILTERS}
      opens={false}
      lead={<ListLead to={staffPaths.support} link={text.toTickets} lead={text.lead} />}
    />
  )
}

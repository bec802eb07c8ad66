import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { ListFrame } from '~/staff/list/list-frame'
import { ListLead } from '~/staff/list/list-lead'
import { SECURITY_EVENT_LIST, type SecurityEvent, securityEventsQuery } from './security-events.calls'
import { countedSecurityEvents, securityEventsText as text } from './security-events.he'

const WORDS = { ...text, counted: countedSecurityEvents }
const SORTS = { last_at: { title: text.columns.last_at, begins: 'desc' } } as const
const FILTERS = { kind: { ...text.filters.kind, values: text.kinds } }

const column = listColumns<SecurityEvent>()
const { columns } = text
const COLUMNS = [
  column.display({
    id: 'kind',
    header: columns.kind,
    cell: ({ row: { original } }) => (
      <span title={text.kindHints[original.kind]} className="font-semibold">
        {text.kinds[original.kind]}
      </span>
    ),
  }),
  column.display({
    id: 'what',
    header: columns.what,
    cell: ({ row: { original } }) =>
      original.what ? (
        <code dir="ltr" className="[overflow-wrap:anywhere]">
          {original.what}
        </code>
      ) : (
        <span className="text-ink-2">{text.more}</span>
      ),
  }),
  column.display({ id: 'who', header: columns.who, cell: ({ row }) => <Who event={row.original} /> }),
  column.display({
    id: 'address',
    header: columns.address,
    cell: ({ row }) => <Ltr words={row.original.address} />,
  }),
  column.display({
    id: 'count',
    header: columns.count,
    cell: ({ row }) => <span className="tabular-nums">{row.original.count.toLocaleString('he-IL')}</span>,
  }),
  column.display({
    id: 'last_at',
    header: columns.last_at,
    cell: ({ row: { original } }) => (
      <span className="tabular-nums" title={text.since(formatShortMoment(original.firstAt))}>
        {formatShortMoment(original.lastAt)}
      </span>
    ),
  }),
]

function Who({ event: { member, account } }: { event: SecurityEvent }) {
  if (!member) return <Ltr words={account} />
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <Bidi>{member}</Bidi>
      {account && (
        <bdi dir="ltr" className="text-ink-2">
          {account}
        </bdi>
      )}
    </span>
  )
}

function Ltr({ words }: { words: string | null }) {
  return words ? <bdi dir="ltr">{words}</bdi> : <span className="text-ink-2">{text.unknown}</span>
}

/** Refused sign-ins and refused rights, for the operator. */
export function SecurityEventsScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={SECURITY_EVENT_LIST}
      query={securityEventsQuery}
      columns={COLUMNS}
      sorts={SORTS}
      filters={FILTERS}
      opens={false}
      lead={<ListLead to={staffPaths.operations} link={text.toOperations} lead={text.lead} />}
    />
  )
}

import { clsx } from 'clsx'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { ListFrame } from '~/staff/list/list-frame'
import type { ListShape } from '~/staff/shared/list-address.rules'
import { countedDecisions, decidedRequestsText as text } from './access-requests.he'
import { type DecidedRequest, decidedRequestsQuery } from './decided-requests.calls'

const SHAPE: ListShape = {
  sorts: ['decided_at'],
  filters: { status: Object.keys(text.statuses) },
  columns: Object.keys(text.columns),
}
const WORDS = { ...text, counted: countedDecisions }
const SORTS = { decided_at: { title: text.columns.decided_at, begins: 'desc' } } as const
const FILTERS = { status: { ...text.filter, values: text.statuses } }

const column = listColumns<DecidedRequest>()
const { columns } = text
const COLUMNS = [
  column.display({
    id: 'decided_at',
    header: columns.decided_at,
    cell: ({ row }) => <time dateTime={row.original.decidedAt}>{formatShortMoment(row.original.decidedAt)}</time>,
  }),
  column.display({
    id: 'status',
    header: columns.status,
    cell: ({ row: { original } }) => (
      <span className={clsx('font-semibold', original.status === 'granted' ? 'text-green-ink' : 'text-red')}>
        {text.statuses[original.status]}
      </span>
    ),
  }),
  column.display({ id: 'name', header: columns.name, cell: ({ row }) => <Bidi>{row.original.name}</Bidi> }),
  column.display({
    id: 'former',
    header: columns.former,
    cell: ({ row }) => <bdi dir="ltr">{row.original.formerEmail}</bdi>,
  }),
  column.display({
    id: 'contact',
    header: columns.contact,
    cell: ({ row }) => <bdi dir="ltr">{row.original.contactEmail}</bdi>,
  }),
  column.display({
    id: 'decided_by',
    header: columns.decided_by,
    cell: ({ row }) => <Bidi>{row.original.decidedBy ?? text.nobody}</Bidi>,
  }),
  column.display({
    id: 'because',
    header: columns.because,
    cell: ({ row }) => (
      <p className="min-w-64 max-w-[48ch] whitespace-normal py-2 [overflow-wrap:anywhere]">
        <Bidi>{row.original.because}</Bidi>
      </p>
    ),
  }),
]

/** The requests for access that were decided: who, when and why. */
export function DecidedRequestsScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={SHAPE}
      query={decidedRequestsQuery}
      columns={COLUMNS}
      sorts={SORTS}
      filters={FILTERS}
      opens={false}
      actions={() => (
        <Link to={staffPaths.accessRequests} className="text-link">
          {text.toWaiting}
        </Link>
      )}
    />
  )
}

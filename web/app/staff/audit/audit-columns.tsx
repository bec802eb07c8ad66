import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import type { AuditLine } from './audit.calls'
import { auditText as text } from './audit.he'
import { actionLabel, actorLabel, entityLabel, fieldLabel } from './audit.rules'

const column = listColumns<AuditLine>()

/** What the list of lines can show. */
export const AUDIT_COLUMNS = [
  column.display({
    id: 'occurred_at',
    header: text.columns.occurred_at,
    cell: ({ row }) => (
      <Link to={staffPaths.auditLine(row.original.id)} className="tabular-nums">
        {formatShortMoment(row.original.at)}
      </Link>
    ),
  }),
  column.display({
    id: 'actor',
    header: text.columns.actor,
    cell: ({ row }) => <Bidi>{actorLabel(row.original)}</Bidi>,
  }),
  column.display({
    id: 'action',
    header: text.columns.action,
    cell: ({ row }) => <Bidi className="font-semibold">{actionLabel(row.original.action)}</Bidi>,
  }),
  column.display({
    id: 'entity',
    header: text.columns.entity,
    cell: ({ row }) => <Bidi>{entityLabel(row.original.entity)}</Bidi>,
  }),
  column.display({
    id: 'fields',
    header: text.columns.fields,
    cell: ({ row }) => <Fields names={row.original.fields} />,
  }),
  column.display({
    id: 'address',
    header: text.columns.address,
    cell: ({ row }) => <bdi dir="ltr">{row.original.address}</bdi>,
  }),
]

const SHOWN = 3

function Fields({ names }: { names: string[] }) {
  const further = names.length - SHOWN
  return (
    <span className="text-ink-2">
      {names.slice(0, SHOWN).map(fieldLabel).join(', ')}
      {further > 0 && ` ${text.more(further)}`}
    </span>
  )
}

import { clsx } from 'clsx'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { MemberMenu } from './member-menu'
import { teamText as text } from './team.he'
import type { MemberState, TeamMember } from './team.rules'

const COLOURS: Record<MemberState, string> = { active: 'bg-green', unverified: 'bg-saffron', closed: 'bg-red' }

const column = listColumns<TeamMember>()
/** What the list of the team can show. */
export const MEMBER_COLUMNS = [
  column.display({
    id: 'name',
    header: text.columns.name,
    cell: ({ row: { original } }) => (
      <>
        <Bidi className="font-semibold">{original.name || text.nameless}</Bidi>
        {original.isSelf && <span className="text-ink-2"> · {text.self}</span>}
      </>
    ),
  }),
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => <bdi dir="ltr">{row.original.email}</bdi>,
  }),
  column.display({
    id: 'role',
    header: text.columns.role,
    cell: ({ row }) => <bdi dir="ltr">{row.original.role}</bdi>,
  }),
  column.display({
    id: 'state',
    header: text.columns.state,
    cell: ({ row: { original } }) => (
      <>
        <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[original.state])} />
        {text.states[original.state]}
      </>
    ),
  }),
  column.display({
    id: 'last_login_at',
    header: text.columns.last_login_at,
    cell: ({ row: { original } }) => (original.lastLoginAt ? formatDay(original.lastLoginAt) : text.never),
  }),
  column.display({
    id: 'second_step',
    header: text.columns.second_step,
    cell: ({ row }) => (row.original.secondStep ? text.yes : text.no),
  }),
  column.display({
    id: 'actions',
    header: text.columns.actions,
    cell: ({ row }) => <MemberMenu member={row.original} />,
  }),
]

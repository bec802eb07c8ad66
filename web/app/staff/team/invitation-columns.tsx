import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { InvitationMenu } from './invitation-menu'
import { invitationsText as text } from './team.he'
import { type Invitation, timeLeft } from './team.rules'

const column = listColumns<Invitation>()
/** What the list of invitations can show. */
export const INVITATION_COLUMNS = [
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => (
      <bdi dir="ltr" className="font-semibold">
        {row.original.email}
      </bdi>
    ),
  }),
  column.display({
    id: 'name',
    header: text.columns.name,
    cell: ({ row: { original } }) => <Bidi>{`${original.firstName} ${original.lastName}`}</Bidi>,
  }),
  column.display({
    id: 'role',
    header: text.columns.role,
    cell: ({ row }) => <bdi dir="ltr">{row.original.role}</bdi>,
  }),
  column.display({
    id: 'invited_by',
    header: text.columns.invited_by,
    cell: ({ row }) => <Bidi>{row.original.invitedBy || text.byServer}</Bidi>,
  }),
  column.display({
    id: 'expires_at',
    header: text.columns.expires_at,
    cell: ({ row }) => <Expiry at={row.original.expiresAt} />,
  }),
  column.display({
    id: 'actions',
    header: text.columns.actions,
    cell: ({ row }) => row.original.mayChange && <InvitationMenu invitation={row.original} />,
  }),
]

function Expiry({ at }: { at: string }) {
  const left = timeLeft(at, Date.now())
  return (
    <time dateTime={at} title={formatShortMoment(at)}>
      {left ? text.left(left) : text.expired}
    </time>
  )
}

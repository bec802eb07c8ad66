import { Button } from '~/shared/ui/button'
import { ListFrame } from '~/staff/list/list-frame'
import { useMay } from '~/staff/shared/use-may'
import { useActionOpen } from '~/staff/shared/use-requested-action'
import { InviteDialog } from './invite-dialog'
import { MEMBER_COLUMNS } from './member-columns'
import { membersQuery } from './team.calls'
import { countedMembers, invitationsText, teamText as text } from './team.he'
import { TEAM_LIST } from './team.rules'
import { TeamTabs } from './team-tabs'

const WORDS = { ...text, counted: countedMembers }
const SORTS = {
  name: { title: text.columns.name, begins: 'asc' },
  role: { title: text.columns.role, begins: 'desc' },
  last_login_at: { title: text.columns.last_login_at, begins: 'desc' },
} as const
const FILTERS = { state: { ...text.stateFilter, values: text.states } }

/** The members of the team ([2.12-07], [6-16]). */
export function TeamScreen() {
  return (
    <>
      <TeamTabs />
      <ListFrame
        words={WORDS}
        shape={TEAM_LIST}
        query={membersQuery}
        columns={MEMBER_COLUMNS}
        sorts={SORTS}
        filters={FILTERS}
        actions={() => <InviteButton />}
        opens={false}
      />
    </>
  )
}

/** Opens the form of an invitation, for who may invite. */
export function InviteButton() {
  const mayInvite = useMay('create_admin_invitation')
  const [open, setOpen] = useActionOpen('invite')
  if (!mayInvite) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {invitationsText.invite}
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

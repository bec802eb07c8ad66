import { ListFrame } from '~/staff/list/list-frame'
import { INVITATION_COLUMNS } from './invitation-columns'
import { invitationsQuery } from './team.calls'
import { countedInvitations, invitationsText as text } from './team.he'
import { INVITATION_LIST } from './team.rules'
import { InviteButton } from './team-screen'
import { TeamTabs } from './team-tabs'

const WORDS = { ...text, counted: countedInvitations }
const SORTS = {
  email: { title: text.columns.email, begins: 'asc' },
  expires_at: { title: text.columns.expires_at, begins: 'asc' },
} as const
const NO_FILTERS = {}

/** The invitations that wait. */
export function InvitationsScreen() {
  return (
    <>
      <TeamTabs />
      <ListFrame
        words={WORDS}
        shape={INVITATION_LIST}
        query={invitationsQuery}
        columns={INVITATION_COLUMNS}
        sorts={SORTS}
        filters={NO_FILTERS}
        actions={() => <InviteButton />}
        opens={false}
      />
    </>
  )
}

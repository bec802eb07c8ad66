import { accountMeta } from '~/shared/pages/account-meta'
import { InvitationsScreen } from './invitations-screen'
import { invitationsText } from './team.he'

export const meta = accountMeta(invitationsText.title)

export default function InvitationsPage() {
  return <InvitationsScreen />
}

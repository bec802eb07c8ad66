import { accountMeta } from '~/shared/pages/account-meta'
import { InvitationScreen } from './invitation-screen'
import { staffText } from './staff.he'

export const meta = accountMeta(staffText.metaTitle)

export default function AcceptInvitation() {
  return <InvitationScreen />
}

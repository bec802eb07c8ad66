import { InvitationScreen } from '~/features/staff/invitation-screen'
import { accountMeta } from '~/lib/account-meta'
import { staffText } from '~/locales/he/staff'

export const meta = () => accountMeta(staffText.metaTitle)

export default function AcceptInvitation() {
  return <InvitationScreen />
}

import { StaffCallbackScreen } from '~/features/staff/staff-callback-screen'
import { accountMeta } from '~/lib/account-meta'
import { staffText } from '~/locales/he/staff'

export const meta = () => accountMeta(staffText.metaTitle)

export default function StaffCallback() {
  return <StaffCallbackScreen />
}

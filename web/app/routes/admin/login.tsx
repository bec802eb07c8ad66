import { StaffLoginScreen } from '~/features/staff/staff-login-screen'
import { accountMeta } from '~/lib/account-meta'
import { staffText } from '~/locales/he/staff'

export const meta = () => accountMeta(staffText.metaTitle)

export default function StaffLogin() {
  return <StaffLoginScreen />
}

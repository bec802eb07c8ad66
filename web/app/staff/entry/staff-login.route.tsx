import { accountMeta } from '~/shared/pages/account-meta'
import { staffText } from './staff.he'
import { StaffLoginScreen } from './staff-login-screen'

export const meta = accountMeta(staffText.metaTitle)

export default function StaffLogin() {
  return <StaffLoginScreen />
}

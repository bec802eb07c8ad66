import { accountMeta } from '~/shared/pages/account-meta'
import { staffText } from './staff.he'
import { StaffCallbackScreen } from './staff-callback-screen'

export const meta = accountMeta(staffText.metaTitle)

export default function StaffCallback() {
  return <StaffCallbackScreen />
}

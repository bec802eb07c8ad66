import { accountMeta } from '~/shared/pages/account-meta'
import { approvalsText } from './approvals.he'
import { ApprovalsScreen } from './approvals-screen'

export const meta = accountMeta(approvalsText.title)

export default function Approvals() {
  return <ApprovalsScreen />
}

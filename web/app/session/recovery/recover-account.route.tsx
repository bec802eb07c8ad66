import { accountMeta } from '~/shared/pages/account-meta'
import { recoveryText } from './recovery.he'
import { RecoveryScreen } from './recovery-screen'

export const meta = accountMeta(recoveryText.metaTitle)

export default function RecoverAccount() {
  return <RecoveryScreen />
}

import { RecoveryScreen } from '~/features/recovery/recovery-screen'
import { accountMeta } from '~/lib/account-meta'
import { recoveryText } from '~/locales/he/recovery'

export const meta = () => accountMeta(recoveryText.metaTitle)

export default function RecoverAccount() {
  return <RecoveryScreen />
}

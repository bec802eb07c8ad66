import { RecoveryScreen } from '~/features/recovery/recovery-screen'
import { recoveryText } from '~/locales/he/recovery'

export const meta = () => [
  { title: recoveryText.metaTitle },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function RecoverAccount() {
  return <RecoveryScreen />
}

import { TwoStepScreen } from '~/features/session/two-step-screen'
import { accountMeta } from '~/lib/account-meta'
import { challengeText } from '~/locales/he/security'

export const meta = () => accountMeta(challengeText.metaTitle)

export default function TwoStep() {
  return <TwoStepScreen />
}

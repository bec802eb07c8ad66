import { accountMeta } from '~/shared/pages/account-meta'
import { challengeText } from './security.he'
import { TwoStepScreen } from './two-step-screen'

export const meta = accountMeta(challengeText.metaTitle)

export default function TwoStep() {
  return <TwoStepScreen />
}

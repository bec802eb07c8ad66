import { verifyEmailText } from '~/session/callback/callback.he'
import { accountMeta } from '~/shared/pages/account-meta'
import { VerifyEmailScreen } from './verify-email-screen'

export const meta = accountMeta(verifyEmailText.metaTitle)

export default function VerifyEmail() {
  return <VerifyEmailScreen />
}

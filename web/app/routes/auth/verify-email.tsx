import { VerifyEmailScreen } from '~/features/session/verify-email-screen'
import { accountMeta } from '~/lib/account-meta'
import { verifyEmailText } from '~/locales/he/callback'

export const meta = () => accountMeta(verifyEmailText.metaTitle)

export default function VerifyEmail() {
  return <VerifyEmailScreen />
}

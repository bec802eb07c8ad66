import { VerifyEmailScreen } from '~/features/session/verify-email-screen'
import { verifyEmailText } from '~/locales/he/callback'

export const meta = () => [{ title: verifyEmailText.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function VerifyEmail() {
  return <VerifyEmailScreen />
}

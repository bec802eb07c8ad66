import { refreshSession } from '~/api/auth'
import { SecurityScreen } from '~/features/security/security-screen'
import { loadProfile } from '~/features/session/session-keeper'
import { accountMeta } from '~/lib/account-meta'
import { securityText } from '~/locales/he/security'

export const meta = () => accountMeta(securityText.title)

export default function ProfileSecurity() {
  return <SecurityScreen onEmailChanged={followEmail} />
}

/** Token and profile both name the address. A session that ended with the old one is told so by the profile's answer. */
async function followEmail(userId: string): Promise<void> {
  await refreshSession().catch(() => undefined)
  await loadProfile(userId)
}

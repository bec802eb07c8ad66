import { refreshSession } from '~/session/sign-in/auth.calls'
import { loadProfile } from '~/session/student/session-keeper'
import { securityText } from '~/session/two-step/security.he'
import { accountMeta } from '~/shared/pages/account-meta'
import { SecurityScreen } from './security-screen'

export const meta = accountMeta(securityText.title)

export default function ProfileSecurity() {
  return <SecurityScreen onEmailChanged={followEmail} />
}

/** Token and profile both name the address. A session that ended with the old one is told so by the profile's answer. */
async function followEmail(userId: string): Promise<void> {
  await refreshSession().catch(() => undefined)
  await loadProfile(userId)
}

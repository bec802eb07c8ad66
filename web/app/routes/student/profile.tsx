import { ProfileScreen } from '~/features/profile/profile-screen'
import { applyProfile } from '~/features/session/session-keeper'
import { accountMeta } from '~/lib/account-meta'
import { profileText } from '~/locales/he/dashboard'

export const meta = () => accountMeta(profileText.metaTitle)

export default function Profile() {
  return <ProfileScreen onSaved={applyProfile} />
}

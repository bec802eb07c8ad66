import { ProfileScreen } from '~/features/profile/profile-screen'
import { applyProfile } from '~/features/session/session-keeper'
import { profileText } from '~/locales/he/dashboard'

export const meta = () => [{ title: profileText.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function Profile() {
  return <ProfileScreen onSaved={applyProfile} />
}

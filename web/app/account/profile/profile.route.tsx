import { profileText } from '~/account/dashboard/dashboard.he'
import { applyProfile } from '~/session/student/session-keeper'
import { accountMeta } from '~/shared/pages/account-meta'
import { ProfileScreen } from './profile-screen'

export const meta = accountMeta(profileText.metaTitle)

export default function Profile() {
  return <ProfileScreen onSaved={applyProfile} />
}

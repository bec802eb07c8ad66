import { applyProfile } from '~/session/student/session-keeper'
import { accountMeta } from '~/shared/pages/account-meta'
import { myDataText } from './my-data.he'
import { PrivacyScreen } from './privacy-screen'

export const meta = accountMeta(myDataText.title)

export default function ProfilePrivacy() {
  return <PrivacyScreen onChanged={applyProfile} />
}

import { PrivacyScreen } from '~/features/my-data/privacy-screen'
import { applyProfile } from '~/features/session/session-keeper'
import { accountMeta } from '~/lib/account-meta'
import { myDataText } from '~/locales/he/my-data'

export const meta = () => accountMeta(myDataText.title)

export default function ProfilePrivacy() {
  return <PrivacyScreen onChanged={applyProfile} />
}

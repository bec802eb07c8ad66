import { NotMeScreen } from '~/features/not-me/not-me-screen'
import { accountMeta } from '~/lib/account-meta'
import { notMeText } from '~/locales/he/not-me'

export const meta = () => accountMeta(notMeText.metaTitle)

export default function NotMe() {
  return <NotMeScreen />
}

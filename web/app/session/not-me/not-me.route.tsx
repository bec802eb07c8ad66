import { accountMeta } from '~/shared/pages/account-meta'
import { notMeText } from './not-me.he'
import { NotMeScreen } from './not-me-screen'

export const meta = accountMeta(notMeText.metaTitle)

export default function NotMe() {
  return <NotMeScreen />
}

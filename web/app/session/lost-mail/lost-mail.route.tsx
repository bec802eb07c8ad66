import { accountMeta } from '~/shared/pages/account-meta'
import { lostMailText } from './lost-mail.he'
import { LostMailScreen } from './lost-mail-screen'

export const meta = accountMeta(lostMailText.metaTitle)

export default function LostMail() {
  return <LostMailScreen />
}

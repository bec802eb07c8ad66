import { accountMeta } from '~/shared/pages/account-meta'
import { refusedMailsText } from './refused-mails.he'
import { RefusedMailsScreen } from './refused-mails-screen'

export const meta = accountMeta(refusedMailsText.title)

export default function RefusedMails() {
  return <RefusedMailsScreen />
}

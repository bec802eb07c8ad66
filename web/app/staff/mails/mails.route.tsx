import { accountMeta } from '~/shared/pages/account-meta'
import { mailsText } from './mails.he'
import { MailsScreen } from './mails-screen'

export const meta = accountMeta(mailsText.title)

export default function UndeliveredMails() {
  return <MailsScreen />
}

import { ListFrame } from '~/staff/list/list-frame'
import { MailCauses } from './mail-causes'
import { MAIL_COLUMNS } from './mail-columns'
import { mailsQuery } from './mails.calls'
import { countedMails, mailsText as text } from './mails.he'
import { MAIL_LIST, mailsAsked } from './mails.rules'

const WORDS = { ...text, counted: countedMails }
const SORTS = { created_at: { title: text.columns.created_at, begins: 'desc' } } as const

/** Mails that wait or were given up: why, each cause once, and the mails themselves. */
export function MailsScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={MAIL_LIST}
      query={(address) => mailsQuery(mailsAsked(address))}
      columns={MAIL_COLUMNS}
      sorts={SORTS}
      filters={text.filters}
      lead={<MailCauses />}
      opens={false}
    />
  )
}

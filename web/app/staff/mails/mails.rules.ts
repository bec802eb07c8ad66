import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import type { MailsAsked } from './mails.calls'
import { mailsText as text } from './mails.he'

/** What the address of the list of mails may say. */
export const MAIL_LIST: ListShape = {
  sorts: ['created_at'],
  filters: {
    state: Object.keys(text.filters.state.values),
    kind: Object.keys(text.filters.kind.values),
    failure: Object.keys(text.filters.failure.values),
  },
  columns: Object.keys(text.columns),
}

/** What an address asks of the database. */
export const mailsAsked = ({ search, direction, filters, place }: ListAddress): MailsAsked => ({
  ...filters,
  search,
  direction,
  place,
})

/** What a kind of mail is called; one that nobody has named goes by its own name. */
export const mailKindLabel = (kind: string): string => (text.kinds as Readonly<Record<string, string>>)[kind] ?? kind

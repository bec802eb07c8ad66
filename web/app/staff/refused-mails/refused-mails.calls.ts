import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { reportAndThrow, reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import { refusedMailRefusals, refusedMailsText as text } from './refused-mails.he'

/** A mail to the support that was not taken; addresses masked by the database. */
export type RefusedMail = {
  id: string
  sortValue: string
  refusedAt: string
  reason: KindOf<'refused_mails.reason'>
  /** Null where nobody could read it. */
  sender: string | null
  isVerified: boolean
  recipient: string | null
  /** The ticket whose address it was sent to. */
  ticketId: string | null
  subject: string
  bytes: number
  /** It was dropped as a program's, and can be read and taken. */
  hasContent: boolean
}
/** What a dropped mail says, opened; names of its files. Words are missing of a mail that was refused. */
export type OpenedMail = { sender: string; words: string | null; rest: string | null; files: string[] }
type Row = {
  id: string
  sort_value: string
  refused_at: string
  reason: KindOf<'refused_mails.reason'>
  sender_masked: string | null
  is_verified: boolean
  recipient: string | null
  ticket_id: string | null
  subject: string
  bytes: number
  has_content: boolean
}
type Found = { rows: Row[]; total: number; size: number }

/** What the address of the list may say. */
export const REFUSED_MAIL_LIST: ListShape = {
  sorts: ['refused_at'],
  filters: { reason: Object.keys(text.reasons) },
  columns: Object.keys(text.columns),
}

const toRefused = ({
  sort_value,
  refused_at,
  sender_masked,
  is_verified,
  ticket_id,
  has_content,
  ...row
}: Row): RefusedMail => ({
  ...row,
  sortValue: sort_value,
  refusedAt: refused_at,
  sender: sender_masked,
  isVerified: is_verified,
  ticketId: ticket_id,
  hasContent: has_content,
})

/** Mails that were not taken, as an address asks; the page before stays while the next one comes. */
export const refusedMailsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'refused mails', address],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async (): Promise<ListPage<RefusedMail> & { total: number | null }> => {
      const { search, direction, filters, place } = address
      const query = {
        ...filters,
        ...(search && { search }),
        ...(place && { [place.way]: { value: place.value, id: place.id } }),
        ...{ direction, count: true },
      }
      const call = callFunction('list_refused_mails', { query }, LIST_LOADING_TIMEOUT)
      const { rows, size, total } = (await call.catch(reportAndThrow)) as Found
      return { ...listPage(rows.map(toRefused), size, place), total }
    },
  })

/** Who sent a mail and what it says: opened first, which is noted, then read. @throws AppError, DeadlineError */
export async function readRefusedMail(mailId: string): Promise<OpenedMail> {
  try {
    await callFunction('open_refused_mail', { mail_id: mailId }, SAVE_TIMEOUT)
    return (await callFunction('read_refused_mail', { mail_id: mailId }, LIST_LOADING_TIMEOUT)) as OpenedMail
  } catch (failure) {
    throw inWords(reportForbidden(failure), refusedMailRefusals)
  }
}

/** Takes a dropped mail to the tickets. @returns the ticket @throws AppError, DeadlineError */
export async function takeRefusedMail(mailId: string): Promise<string | null> {
  try {
    const placed = await callFunction('take_refused_mail', { mail_id: mailId }, SAVE_TIMEOUT)
    return (placed as { ticket_id?: string }).ticket_id ?? null
  } catch (failure) {
    throw inWords(reportForbidden(failure), refusedMailRefusals)
  }
}

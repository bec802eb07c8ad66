import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListPlace } from '~/staff/shared/list-address.rules'

export type MailState = 'waiting' | 'delayed' | 'abandoned'
export type MailFailure = KindOf<'email_outbox.last_failure'>

/** A mail that waits or was given up, as the list shows it: the recipient masked. */
export type UndeliveredMail = {
  id: string
  sortValue: string
  createdAt: string
  kind: string
  recipient: string
  state: MailState
  nextAttemptAt: string | null
  failure: MailFailure | null
  /** What the mail server said, without addresses. */
  answer: string
  canRetry: boolean
}

/** Why mails did not leave, told once for all of them. */
export type MailCause = { id: string; failure: MailFailure; answer: string; mails: number; canRetry: number }

export type MailsAsked = {
  search?: string
  state?: string
  kind?: string
  failure?: string
  direction?: 'asc' | 'desc'
  place?: ListPlace | null
}

type MailRow = {
  id: string
  sort_value: string
  created_at: string
  kind: string
  recipient: string
  state: MailState
  next_attempt_at: string | null
  failure: MailFailure | null
  answer: string
  can_retry: boolean
}
type CauseRow = Omit<MailCause, 'canRetry'> & { can_retry: number }

const toMail = (row: MailRow): UndeliveredMail => ({
  id: row.id,
  sortValue: row.sort_value,
  createdAt: row.created_at,
  kind: row.kind,
  recipient: row.recipient,
  state: row.state,
  nextAttemptAt: row.next_attempt_at,
  failure: row.failure,
  answer: row.answer,
  canRetry: row.can_retry,
})

/** One page of mails that wait or were given up. @throws AppError, DeadlineError */
async function fetchMails(asked: MailsAsked): Promise<ListPage<UndeliveredMail> & { total: number | null }> {
  const { search, place = null, ...filters } = asked
  const query = {
    ...filters,
    ...(search && { search }),
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
    count: true,
  }
  const answer = (await callFunction('list_undelivered_mails', { query }, LIST_LOADING_TIMEOUT)) as {
    rows: MailRow[]
    total: number | null
    size: number
  }
  return { ...listPage(answer.rows.map(toMail), answer.size, place), total: answer.total }
}

/** Mails that wait or were given up; the page before stays while the next one comes. */
export const mailsQuery = (asked: MailsAsked) =>
  queryOptions({
    queryKey: ['staff', 'mails', asked],
    queryFn: () => fetchMails(asked),
    placeholderData: keepPreviousData,
  })

/** Why mails did not leave, the newest cause first. */
export const mailCausesQuery = () =>
  queryOptions({
    queryKey: ['staff', 'mail causes'],
    queryFn: async (): Promise<MailCause[]> => {
      const rows = (await callFunction('mail_causes', {}, LIST_LOADING_TIMEOUT)) as CauseRow[]
      return rows.map(({ can_retry, ...cause }) => ({ ...cause, canRetry: can_retry }))
    },
  })

/** The whole address of a mail: opened first, which is noted, then read. @throws AppError, DeadlineError */
export async function readMailRecipient(mailId: string): Promise<string | null> {
  await callFunction('open_mail_recipient', { mail_id: mailId }, SAVE_TIMEOUT)
  return (await callFunction('read_mail_recipient', { mail_id: mailId }, LIST_LOADING_TIMEOUT)) as string | null
}

/** Sends one mail again. @returns whether it will be sent @throws AppError, DeadlineError */
export async function retryMail(mailId: string): Promise<boolean> {
  return (await callFunction('retry_mail', { mail_id: mailId }, SAVE_TIMEOUT)) === true
}

/** Sends all mails of a cause again that may be. @returns how many @throws AppError, DeadlineError */
export async function retryMailsOfCause(cause: string): Promise<number> {
  const { retried } = (await callFunction('retry_mails_of_cause', { cause }, SAVE_TIMEOUT)) as { retried: number }
  return retried
}

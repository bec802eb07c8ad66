import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { MailFile } from '~/shared/mail-files/mail-files.calls'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import { ticketMailRefusals } from './ticket-mails.he'

/** A mail of a ticket in the words of the database: in the thread, or held because its sender is not surely the person. */
export type TicketMail = {
  id: string
  message_id: string | null
  state: 'taken' | 'held'
  is_verified: boolean
  /** By its subject a note that somebody is away. */
  is_absence: boolean
  sender: string
  sender_name: string
  subject: string
  /** Of a held mail; what is taken stands in the thread. */
  words: string
  /** What was cut: quoted mails and signature. */
  rest: string
  received_at: string
  files: MailFile[]
}

/** The mails of an opened ticket. */
export const ticketMailsQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['staff', 'ticket', ticketId, 'mails'],
    queryFn: async () =>
      (await callFunction('read_ticket_mails', { ticket_id: ticketId }, LIST_LOADING_TIMEOUT)) as TicketMail[],
  })

/** Takes a held mail into the thread as the word of the person, or discards it with its files. @throws AppError, DeadlineError */
export async function settleTicketMail(mailId: string, accept: boolean): Promise<void> {
  try {
    await callFunction('settle_ticket_mail', { mail_id: mailId, accept }, SAVE_TIMEOUT)
  } catch (failure) {
    throw inWords(reportForbidden(failure), ticketMailRefusals)
  }
}

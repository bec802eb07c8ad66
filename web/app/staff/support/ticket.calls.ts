import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords, refusalOf } from '~/staff/entry/refusal-messages'
import { ticketRefusals } from './ticket.he'
import { changeTickets, type TicketChange, type TicketPriority, type TicketState } from './ticket-list.calls'

export type TicketMessage = {
  id: string
  body: string
  author_kind: KindOf<'support_messages.author_kind'>
  author: string | null
  channel: KindOf<'support_messages.channel'>
  created_at: string
  /** How everyone in the lesson reads it; null while nobody does. */
  published: { second: number; question: string | null; body: string } | null
}
export type TicketNote = { id: string; body: string; author: string; created_at: string }
export type TicketEvent = {
  id: number
  kind: KindOf<'support_events.kind'>
  actor: string | null
  detail: { from?: unknown; to?: unknown }
  created_at: string
}
export type OtherTicket = { id: string; subject: string; status: TicketState; created_at: string }

/** A ticket as its page has it, in the words of the database, which hands it out as one value. */
export type OpenTicket = {
  id: string
  subject: string
  name: string
  email: string
  student_id: string | null
  status: TicketState
  priority: TicketPriority
  tags: string[]
  is_spam: boolean
  is_blocked: boolean
  assignee_id: string | null
  snoozed_until: string | null
  created_at: string
  last_message_at: string
  first_answer_at: string | null
  first_answer_due_at: string | null
  merged_into: string | null
  satisfaction: 'good' | 'bad' | null
  satisfaction_note: string | null
  course_id: string | null
  course: string | null
  lesson_id: string | null
  lesson: string | null
  position_seconds: number | null
  sentences: { start: number; text: string }[]
  messages: TicketMessage[]
  notes: TicketNote[]
  events: TicketEvent[]
  others: OtherTicket[]
  similar: OtherTicket[]
}

type Call = Parameters<typeof callFunction>

/** Calls a function about a ticket; what it refuses for a reason of its own is said in words. @throws AppError, DeadlineError */
async function callAboutTicket(...call: Call): Promise<unknown> {
  try {
    return await callFunction(...call)
  } catch (failure) {
    throw inWords(reportForbidden(failure), ticketRefusals)
  }
}

/** Opens a ticket, which leaves a line for its student once in a while, and reads it; null where there is none. */
async function fetchTicket(id: string): Promise<OpenTicket | null> {
  try {
    await callFunction('open_ticket', { ticket_id: id }, LIST_LOADING_TIMEOUT)
    return (await callFunction('read_ticket', { ticket_id: id }, LIST_LOADING_TIMEOUT)) as OpenTicket
  } catch (failure) {
    if (refusalOf(failure).code === 'TICKET_NOT_FOUND') return null
    throw reportForbidden(failure)
  }
}

/** One ticket with its thread. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'ticket', id],
    queryFn: () => fetchTicket(id),
    refetchOnWindowFocus: true,
  })

export type Answer = { messageId: string; body: string; status: TicketState; seenId: string | undefined }

/** Answers a ticket. @throws AppError; its cause has the code TICKET_MOVED when something was said since; DeadlineError */
export const answerTicket = (ticketId: string, { messageId, body, status, seenId }: Answer): Promise<unknown> =>
  callAboutTicket(
    'answer_ticket',
    { ticket_id: ticketId, message_id: messageId, body, status, ...(seenId && { seen_id: seenId }) },
    SAVE_TIMEOUT,
  )

/** Notes something for the staff alone. @throws AppError, DeadlineError */
export const noteOnTicket = (ticketId: string, noteId: string, body: string): Promise<unknown> =>
  callAboutTicket('note_on_ticket', { ticket_id: ticketId, note_id: noteId, body }, SAVE_TIMEOUT)

/** Changes one ticket. @throws the code of the refusal in words, AppError, DeadlineError */
export async function changeTicket(change: TicketChange): Promise<void> {
  const [outcome] = await changeTickets([change])
  if (outcome?.outcome === 'refused') throw new Error(ticketRefusals[outcome.code ?? ''] ?? outcome.code)
}

/** Moves what was said in a ticket into another of the same person, for good. @throws AppError, DeadlineError */
export const mergeTickets = (ticketId: string, intoId: string): Promise<unknown> =>
  callAboutTicket('merge_tickets', { ticket_id: ticketId, into_id: intoId }, SAVE_TIMEOUT)

/** Sends what its sender writes from now on to where spam is, or no longer. @throws AppError, DeadlineError */
export const blockSender = (ticketId: string, blocked: boolean): Promise<unknown> =>
  callAboutTicket('block_ticket_sender', { ticket_id: ticketId, blocked }, SAVE_TIMEOUT)

/** Shows an answer, as reviewed, to everyone in its lesson, or changes how. @throws AppError in words, DeadlineError */
export const publishAnswer = (messageId: string, shown: { second: number; question: string; body: string }) =>
  callAboutTicket('publish_answer', { message_id: messageId, ...shown }, SAVE_TIMEOUT)

/** Takes an answer out of its lesson. @throws AppError, DeadlineError */
export const withdrawAnswer = (messageId: string): Promise<unknown> =>
  callAboutTicket('withdraw_answer', { message_id: messageId }, SAVE_TIMEOUT)

/** Keeps an answer ready for all of the support. @throws AppError, DeadlineError */
export const saveCannedReply = (id: string, title: string, body: string): Promise<unknown> =>
  callAboutTicket('save_canned_reply', { reply_id: id, title, body }, SAVE_TIMEOUT)

/** Takes a ready answer away. @throws AppError, DeadlineError */
export const deleteCannedReply = (id: string): Promise<unknown> =>
  callAboutTicket('delete_canned_reply', { reply_id: id }, SAVE_TIMEOUT)

export type Presence = { others: { name: string; is_typing: boolean }[]; changed_at: string | null }

/** Says that this member has the ticket before them; who else has, and when it last changed. @throws AppError, DeadlineError */
export const updateTicketPresence = async (ticketId: string, isTyping: boolean): Promise<Presence> =>
  (await callFunction('be_at_ticket', { ticket_id: ticketId, is_typing: isTyping }, LIST_LOADING_TIMEOUT)) as Presence

import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { callFunction } from '~/shared/client/call-function'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { TicketStatus } from './own-tickets.rules'

export type OwnTicket = {
  id: string
  subject: string
  status: TicketStatus
  lastFromStaff: boolean
  lastMessageAt: string
}

export type OwnMessage = { id: string; body: string; fromStaff: boolean; byMail: boolean; createdAt: string }

export type OpenedOwnTicket = OwnTicket & {
  satisfaction: 'good' | 'bad' | null
  satisfactionNote: string
  lesson: { courseId: string; lessonId: string; title: string; seconds: number | null } | null
  messages: OwnMessage[]
}

type TicketRow = {
  id: string
  subject: string
  status: TicketStatus
  last_from_staff: boolean
  last_message_at: string
}
type OpenedRow = TicketRow & {
  course_id: string | null
  lesson_id: string | null
  position_seconds: number | null
  satisfaction: 'good' | 'bad' | null
  satisfaction_note: string | null
  lessons: { title_he: string } | null
  support_messages: { id: string; body: string; from_staff: boolean; channel: string; created_at: string }[]
}

const SHOWN = 'id,subject,status,last_from_staff,last_message_at'
const OPENED = `${SHOWN},course_id,lesson_id,position_seconds,satisfaction,satisfaction_note,lessons(title_he),support_messages(id,body,from_staff,channel,created_at)`
const MOST = 200

const toTicket = (row: TicketRow): OwnTicket => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  lastFromStaff: row.last_from_staff,
  lastMessageAt: row.last_message_at,
})

function toOpened(row: OpenedRow): OpenedOwnTicket {
  const { course_id, lesson_id, lessons } = row
  const isPlaced = course_id !== null && lesson_id !== null && lessons !== null
  return {
    ...toTicket(row),
    satisfaction: row.satisfaction,
    satisfactionNote: row.satisfaction_note ?? '',
    lesson: isPlaced
      ? { courseId: course_id, lessonId: lesson_id, title: lessons.title_he, seconds: row.position_seconds }
      : null,
    messages: row.support_messages.map(({ id, body, from_staff, channel, created_at }) => ({
      id,
      body,
      fromStaff: from_staff,
      byMail: channel === 'mail',
      createdAt: created_at,
    })),
  }
}

/** The person's own tickets, the one that was spoken in last first; those merged into another are in it. */
export const ownTicketsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-tickets', userId],
    queryFn: async () => {
      const rows = await answerOf<TicketRow[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from('support_tickets')
          .select(SHOWN)
          .eq('user_id', userId)
          .is('merged_into', null)
          .order('last_message_at', { ascending: false })
          .limit(MOST)
          .abortSignal(signal)
          .overrideTypes<TicketRow[], { merge: false }>(),
      )
      return (rows ?? []).map(toTicket)
    },
    refetchOnWindowFocus: true,
  })

/** One of the person's own tickets with all that was said; null for one that is not theirs, or is in another now. */
export const ownTicketQuery = (userId: string, ticketId: string) =>
  queryOptions({
    queryKey: ['own-tickets', userId, ticketId],
    queryFn: async () => {
      const rows = await answerOf<OpenedRow[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from('support_tickets')
          .select(OPENED)
          .eq('id', ticketId)
          .eq('user_id', userId)
          .is('merged_into', null)
          .order('created_at', { referencedTable: 'support_messages' })
          .abortSignal(signal)
          .overrideTypes<OpenedRow[], { merge: false }>(),
      )
      return rows?.[0] ? toOpened(rows[0]) : null
    },
    refetchOnWindowFocus: true,
  })

/** Says something in an own ticket; the same id again says nothing new. @throws AppError; TOO_MANY_REQUESTS; DeadlineError */
export const replyToTicket = (ticketId: string, messageId: string, body: string): Promise<unknown> =>
  callFunction('reply_to_ticket', { ticket_id: ticketId, message_id: messageId, body }, SAVE_TIMEOUT)

/** Says whether the answer helped. @throws AppError, DeadlineError */
export const rateTicket = (ticketId: string, satisfaction: 'good' | 'bad', note: string): Promise<unknown> =>
  callFunction('rate_ticket', { ticket_id: ticketId, satisfaction, note }, SAVE_TIMEOUT)

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { LessonQuestion } from './question.rules'

type QuestionRow = Row<'support_tickets', 'id' | 'position_seconds' | 'status' | 'created_at'> & {
  support_messages: Row<'support_messages', 'id' | 'body' | 'from_staff' | 'created_at'>[]
}

const keyOf = (userId: string, lessonId: string) => ['lesson-questions', userId, lessonId] as const

const toQuestion = (row: QuestionRow): LessonQuestion => ({
  id: row.id,
  seconds: row.position_seconds,
  createdAt: row.created_at,
  closed: row.status === 'closed',
  messages: row.support_messages.map(({ id, body, from_staff, created_at }) => ({
    id,
    body,
    fromStaff: from_staff,
    createdAt: created_at,
  })),
})

/** The person's own questions about a lesson with all that was said, the newest first. @throws AppError */
async function fetchLessonQuestions(userId: string, lessonId: string): Promise<LessonQuestion[]> {
  const { data, error, status } = await withinTime(PROGRESS_LOADING_TIMEOUT, (signal) =>
    browserSupabase()
      .from('support_tickets')
      .select('id,position_seconds,status,created_at,support_messages(id,body,from_staff,created_at)')
      .eq('user_id', userId)
      .eq('lesson_id', lessonId)
      .order('created_at', { ascending: false })
      .order('created_at', { referencedTable: 'support_messages' })
      .abortSignal(signal)
      .overrideTypes<QuestionRow[], { merge: false }>(),
  )
  if (error) throw toAppError({ ...error, message: error.message, status })
  return data.map(toQuestion)
}

/** The person's questions about a lesson. */
export function useLessonQuestions(userId: string, lessonId: string) {
  return useQuery({ queryKey: keyOf(userId, lessonId), queryFn: () => fetchLessonQuestions(userId, lessonId) })
}

/** Gives the function that loads the questions of a lesson anew, after one was asked. */
export function useRefreshQuestions(userId: string, lessonId: string): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(userId, lessonId) })
}

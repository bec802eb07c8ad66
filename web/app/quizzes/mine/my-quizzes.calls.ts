import { useQuery } from '@tanstack/react-query'
import type { Purpose } from '~/quizzes/question/quiz-types.rules'
import { useSession } from '~/session/student/session-store'
import { callFunction } from '~/shared/client/call-function'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'

/** A test that the person has tried: the best of it, and the attempt that is open. */
export type MyQuiz = {
  quizId: string
  courseId: string
  courseTitle: string
  title: string
  purpose: Purpose
  attempts: number
  bestPercent: number | null
  passed: boolean
  lastAt: string
  openAttempt: string | null
}

type MyQuizRow = {
  quiz_id: string
  course_id: string
  course_title: string
  title: string
  purpose: Purpose
  attempts: number
  best_percent: number | null
  passed: boolean
  last_at: string
  open_attempt: string | null
}

const toMyQuiz = (row: MyQuizRow): MyQuiz => ({
  quizId: row.quiz_id,
  courseId: row.course_id,
  courseTitle: row.course_title,
  title: row.title,
  purpose: row.purpose,
  attempts: row.attempts,
  bestPercent: row.best_percent,
  passed: row.passed,
  lastAt: row.last_at,
  openAttempt: row.open_attempt,
})

/** The tests that the person has tried, newest first; nothing for visitors. */
export function useMyQuizzes() {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  return useQuery({
    queryKey: ['my-quizzes', userId],
    enabled: userId !== undefined,
    queryFn: async () =>
      ((await callFunction('my_quizzes', {}, PROGRESS_LOADING_TIMEOUT)) as MyQuizRow[]).map(toMyQuiz),
  })
}

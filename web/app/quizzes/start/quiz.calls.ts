import { useQuery } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT, PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { isUuid } from '~/shared/formats/uuid'
import type { MyAttempts, QuizPage } from './quiz.rules'

/** A test with what its page says of it. */
export type QuizRow = Row<'quizzes', 'id' | 'course_id' | 'lesson_id' | 'purpose'> & {
  course: Row<'courses', 'title_he'> | null
  lesson: Row<'lessons', 'title_he'> | null
  rules: Row<
    'quiz_versions',
    | 'title_he'
    | 'intro_he'
    | 'pass_percent'
    | 'attempts_allowed'
    | 'wait_minutes'
    | 'time_limit_minutes'
    | 'question_count'
    | 'review'
  > | null
}

const SELECT =
  'id,course_id,lesson_id,purpose,course:courses(title_he),lesson:lessons(title_he),rules:quiz_versions!quizzes_version_fkey(*)'

/** What the page of a test shows; null of one that has no version yet. */
export const toQuizPage = ({ rules, ...row }: QuizRow): QuizPage | null =>
  rules && {
    id: row.id,
    courseId: row.course_id,
    courseTitle: row.course?.title_he ?? '',
    lesson: row.lesson_id && row.lesson ? { id: row.lesson_id, title: row.lesson.title_he } : null,
    purpose: row.purpose as QuizPage['purpose'],
    title: rules.title_he,
    intro: rules.intro_he,
    passPercent: rules.pass_percent,
    attemptsAllowed: rules.attempts_allowed,
    waitMinutes: rules.wait_minutes,
    timeLimitMinutes: rules.time_limit_minutes,
    questionCount: rules.question_count,
    review: rules.review as QuizPage['review'],
  }

/**
 * A published test of a course with the rules of its version, in one statement; null when there is none.
 * @throws Error when it cannot be fetched, DeadlineError
 */
export async function fetchQuizPage(supabase: Supabase, courseId: string, quizId: string): Promise<QuizPage | null> {
  if (!isUuid(courseId) || !isUuid(quizId)) return null
  const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    supabase
      .from('quizzes')
      .select(SELECT)
      .eq('id', quizId)
      .eq('course_id', courseId)
      .eq('is_published', true)
      .abortSignal(signal)
      .maybeSingle<QuizRow>(),
  )
  if (error) throw new Error(error.message || 'Error fetching the test')
  return data ? toQuizPage(data) : null
}

type MyAttemptsRow = {
  attempts: {
    id: string
    created_at: string
    submitted_at: string | null
    is_open: boolean
    percent: number | null
    passed: boolean | null
  }[]
  next_at: string | null
  now: string
}

/** The person's attempts at a test, newest first; asked for signed-in students alone. */
export function useMyAttempts(userId: string | undefined, quizId: string) {
  return useQuery({
    queryKey: ['my-quizzes', userId, quizId],
    enabled: userId !== undefined,
    staleTime: 0,
    queryFn: async (): Promise<MyAttempts> => {
      const row = (await callFunction('my_quiz_attempts', { quiz: quizId }, PROGRESS_LOADING_TIMEOUT)) as MyAttemptsRow
      return {
        attempts: row.attempts.map((one) => ({
          id: one.id,
          beganAt: one.created_at,
          submittedAt: one.submitted_at,
          isOpen: one.is_open,
          percent: one.percent,
          passed: one.passed,
        })),
        nextAt: row.next_at,
        now: row.now,
      }
    },
  })
}

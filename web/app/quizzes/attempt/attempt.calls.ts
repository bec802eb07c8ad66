import { useQuery } from '@tanstack/react-query'
import { withinTime } from '~/shared/client/deadline'
import { callEdgeFunction } from '~/shared/client/edge-function'
import { putNewer } from '~/shared/client/put-newer'
import { queryClient } from '~/shared/client/query-client'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { isUuid } from '~/shared/formats/uuid'
import { type SendOutcome, sendOutcome } from '~/shared/outbox/outbox.rules'
import { attemptErrors } from './attempt.he'
import { type Attempt, type PendingAnswer, type StoredAnswer, withSavedAnswers } from './attempt.rules'

/** An attempt as the server tells it. */
export type AttemptRow = {
  id: string
  quiz_id: string
  course_id: string
  course_title: string
  title: string
  purpose: Attempt['purpose']
  state: Attempt['state']
  ended_by: Attempt['endedBy']
  submitted_at: string | null
  seconds_left: number | null
  pass_percent: number
  percent: number | null
  passed: boolean | null
  may_review: boolean
  review: Attempt['reviewRule']
  questions: Attempt['questions']
}

/** An attempt as the screens read it; its end by the clock of this page. */
export const toAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  quizId: row.quiz_id,
  courseId: row.course_id,
  courseTitle: row.course_title,
  title: row.title,
  purpose: row.purpose,
  state: row.state,
  endedBy: row.ended_by,
  submittedAt: row.submitted_at,
  endsAt: row.seconds_left === null ? null : performance.now() + row.seconds_left * 1000,
  passPercent: row.pass_percent,
  percent: row.percent,
  passed: row.passed,
  mayReview: row.may_review,
  reviewRule: row.review,
  questions: row.questions,
})

const keyOf = (userId: string, attemptId: string) => ['quiz-attempt', userId, attemptId] as const

/** An attempt of the person, as the server has it; null where there is none. */
export function useAttempt(userId: string, attemptId: string) {
  return useQuery({
    queryKey: keyOf(userId, attemptId),
    queryFn: () => fetchAttempt(attemptId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
}

/** @throws AppError, DeadlineError */
async function fetchAttempt(attempt: string): Promise<Attempt | null> {
  if (!isUuid(attempt)) return null
  const { data, error, status } = await withinTime(PROGRESS_LOADING_TIMEOUT, (signal) =>
    browserSupabase().rpc('read_quiz_attempt', { attempt }).abortSignal(signal),
  )
  if (error?.code === 'QUIZ_ATTEMPT_NOT_FOUND') return null
  if (error) throw toAppError({ ...error, message: error.message, status })
  return toAttempt(data as unknown as AttemptRow)
}

/** Begins an attempt under an id made here, or goes on with the one that is open. @throws AppError */
export async function startAttempt(userId: string, quiz: string, attempt: string): Promise<Attempt> {
  return keep(userId, await askFunction({ action: 'start', quiz, attempt }))
}

/** Ends an attempt with the answers that have not arrived yet, and has it scored. @throws AppError */
export async function finishAttempt(
  userId: string,
  attempt: string,
  pending: readonly PendingAnswer[],
): Promise<Attempt> {
  return keep(userId, await askFunction({ action: 'finish', attempt, answers: pending.map(toRow) }))
}

function keep(userId: string, row: AttemptRow): Attempt {
  const attempt = toAttempt(row)
  putNewer<Attempt>(queryClient(), keyOf(userId, attempt.id), attempt)
  void queryClient().invalidateQueries({ queryKey: ['my-quizzes', userId] })
  void queryClient().invalidateQueries({ queryKey: ['course-gain', userId] })
  return attempt
}

async function askFunction(body: Record<string, unknown>): Promise<AttemptRow> {
  const row = await callEdgeFunction<AttemptRow>('quiz-attempts', body, SAVE_TIMEOUT, attemptErrors)
  if (!row) throw toAppError(null)
  return row
}

const toRow = ({ position, sequence, answer, confidence, flagged }: PendingAnswer) => ({
  position,
  sequence,
  answer,
  confidence,
  flagged,
})

type Kept = { state: Attempt['state']; seconds_left: number | null; answers: StoredAnswer[] }

/** The reason of an answer that came after the end. */
export const ATTEMPT_ENDED = 'QUIZ_ATTEMPT_ENDED'

/** Sends answers; sending them twice is harmless. What the server keeps of them is seen at once. */
export async function sendAnswers(changes: readonly PendingAnswer[], signal: AbortSignal): Promise<SendOutcome> {
  let outcome: SendOutcome = 'saved'
  for (const attemptId of new Set(changes.map((change) => change.attemptId))) {
    const sent = changes.filter((change) => change.attemptId === attemptId)
    outcome = await sendOf(attemptId, sent, signal)
    if (outcome !== 'saved') return outcome
  }
  return outcome
}

async function sendOf(attempt: string, sent: readonly PendingAnswer[], signal: AbortSignal): Promise<SendOutcome> {
  const { data, error, status } = await browserSupabase()
    .rpc('save_quiz_answers', { attempt, answers: sent.map(toRow) })
    .abortSignal(signal)
  if (error) return sendOutcome(error, status)
  const { state, answers, seconds_left } = data as unknown as Kept
  const key = keyOf(sent[0]?.userId ?? '', attempt)
  putNewer<Attempt>(
    queryClient(),
    key,
    (known) =>
      known && {
        ...known,
        endsAt: seconds_left === null ? null : performance.now() + seconds_left * 1000,
        questions: withSavedAnswers(known.questions, answers, sent),
      },
  )
  if (state !== 'open') void queryClient().invalidateQueries({ queryKey: key })
  const isLate = sent.some(
    ({ position, sequence }) => (answers.find((one) => one.position === position)?.sequence ?? 0) < sequence,
  )
  return isLate ? { refused: ATTEMPT_ENDED } : 'saved'
}

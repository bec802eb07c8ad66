import { type AttemptRow, toAttempt } from '~/quizzes/attempt/attempt.calls'
import type { AskedQuestion, Attempt } from '~/quizzes/attempt/attempt.rules'
import { callEdgeFunction } from '~/shared/client/edge-function'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { quizPreviewErrors } from './quiz-preview.he'

/** An attempt at a draft, of which nothing is stored. */
export type PreviewedAttempt = Attempt & {
  /** The version of the draft that it asks. */
  version: number
  /** How many questions of the draft may not be asked yet. */
  leftOut: number
}
type PreviewedRow = AttemptRow & { version: number; left_out: number }

/** Begins an attempt at the test that a link shows; each draws its own questions and numbers. @throws AppError */
export const beginPreviewed = (token: string): Promise<PreviewedAttempt> =>
  askFor({ action: 'begin', token, round: crypto.randomUUID() })

/** What an attempt is worth, and what a student would be told of it. @throws AppError */
export const scorePreviewed = (
  token: string,
  { id, version }: PreviewedAttempt,
  questions: readonly AskedQuestion[],
): Promise<PreviewedAttempt> =>
  askFor({
    ...{ action: 'score', token, round: id, version },
    answers: questions.map(({ position, answer, confidence }) => ({ position, answer, confidence })),
  })

async function askFor(body: Record<string, unknown>): Promise<PreviewedAttempt> {
  const row = await callEdgeFunction<PreviewedRow>('quiz-preview', body, SAVE_TIMEOUT, quizPreviewErrors)
  if (!row) throw toAppError(null)
  return { ...toAttempt(row), version: row.version, leftOut: row.left_out }
}

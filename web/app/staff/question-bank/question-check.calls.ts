import { callEdgeFunction } from '~/shared/client/edge-function'
import { SAVE_TIMEOUT } from '~/shared/config/constants'

/** Has the server look at the questions of a saved draft; whether they may be published. @throws AppError, DeadlineError */
export async function checkQuestions(id: string): Promise<boolean> {
  const answer = await callEdgeFunction<{ problems: unknown[] }>(
    'quiz-authoring',
    { action: 'check', id },
    SAVE_TIMEOUT,
    {},
  )
  return answer?.problems.length === 0
}

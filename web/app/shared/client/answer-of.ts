import { toAppError } from '~/shared/errors/errors'
import { withinTime } from './deadline'

type Answer<Data> = { data: Data; error: { message: string; code: string; details: string } | null; status: number }

/**
 * The data that the database answers.
 * @param limit how long its answer may take, in ms
 * @throws AppError for a refusal, DeadlineError when the time is over
 */
export async function answerOf<Data>(
  limit: number,
  ask: (signal: AbortSignal) => PromiseLike<Answer<Data>>,
): Promise<Data> {
  const { data, error, status } = await withinTime(limit, ask)
  if (error) throw toAppError({ ...error, message: error.message, status })
  return data
}

import { AppError, toAppError } from '~/shared/errors/errors'
import { withinTime } from './deadline'
import { browserFunctions } from './functions-browser'

/**
 * Asks an edge function as whoever is signed in.
 * @param limit how long its answer may take, in ms
 * @param words what the codes of its refusals mean to a person; all others are said as by the database
 * @throws AppError for a refusal, DeadlineError when the time is over
 */
export async function callEdgeFunction<Answer>(
  name: string,
  body: Record<string, unknown>,
  limit: number,
  words: Readonly<Record<string, string>>,
): Promise<Answer | null> {
  const { data, error } = await withinTime(limit, () => browserFunctions().invoke<Answer>(name, { body }))
  if (error) throw await refusalOf(error, words)
  return data
}

async function refusalOf(error: unknown, words: Readonly<Record<string, string>>): Promise<AppError> {
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) return toAppError(error)
  const body = (await context.json().catch(() => null)) as { code?: string; message?: string } | null
  const code = body?.code ?? ''
  const message = Object.hasOwn(words, code) ? words[code] : undefined
  if (message) return new AppError('OPERATION_FAILED', message)
  return toAppError({ code, message: body?.message ?? '', status: context.status })
}

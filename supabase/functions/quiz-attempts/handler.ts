import { json, Refused, readJson } from '../_shared/http.ts'
import { respond } from '../_shared/respond.ts'
import { callRpc, serviceKey } from '../_shared/rest.ts'
import { bearer, sameSecret } from '../_shared/tokens.ts'
import { presentAttempt, scoreAttempt } from './attempts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Begins, ends and scores attempts at knowledge tests: the one place that reads keys and seeds.
 * - `{ action: 'start', quiz, attempt }` begins an attempt under an id that the browser made, or goes on with the open one.
 * - `{ action: 'finish', attempt, answers? }` saves the last answers, ends the attempt and scores it.
 * - `{ action: 'score' }`, for the service key alone, ends what is past its deadline and scores what waits: `{ scored }`.
 *
 * The first two answer what `read_quiz_attempt` tells the student. Errors are those of the database, 400 INVALID_BODY
 * for anything else, and 502 UNAVAILABLE where the database did not answer: sent again, nothing happens twice.
 */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const token = bearer(request) ?? ''
    const asked = (await readJson(request)) as Record<string, unknown> | null
    if (asked?.action === 'score') return json({ scored: await scoreWaiting(token) })
    if (asked?.action === 'start' && isId(asked.quiz) && isId(asked.attempt))
      return start(token, asked.quiz, asked.attempt)
    if (asked?.action === 'finish' && isId(asked.attempt)) return finish(token, asked.attempt, asked.answers ?? [])
    throw new Refused(400, 'INVALID_BODY', 'action must be start, with quiz and attempt, or finish, with attempt')
  })

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

async function start(token: string, quiz: string, attempt: string): Promise<Response> {
  const { status, body } = await callRpc('begin_quiz_attempt', { quiz, attempt }, token)
  if (status !== 200 || typeof body !== 'string') return refusedBy(status, body)
  await presentAttempt(body)
  return told(token, body)
}

async function finish(token: string, attempt: string, answers: unknown): Promise<Response> {
  const { status, body } = await callRpc('submit_quiz_attempt', { attempt, answers }, token)
  if (status !== 200) return refusedBy(status, body)
  await scoreAttempt(attempt)
  return told(token, attempt)
}

async function told(token: string, attempt: string): Promise<Response> {
  const { status, body } = await callRpc('read_quiz_attempt', { attempt }, token)
  return status === 200 ? json(body) : refusedBy(status, body)
}

const refusedBy = (status: number, body: unknown): Response =>
  status >= 400 && status < 500
    ? json(body, status)
    : json({ code: 'UNAVAILABLE', message: 'The database did not answer' }, 502)

async function scoreWaiting(token: string): Promise<number> {
  if (!(await sameSecret(token, serviceKey()))) throw new Refused(403, 'FORBIDDEN', 'The service key is required')
  const { status, body } = await callRpc('quiz_attempts_to_score', {}, serviceKey())
  if (status !== 200 || !Array.isArray(body)) throw new Refused(502, 'UNAVAILABLE', 'The database did not answer')
  const ended = await Promise.allSettled((body as string[]).map(scoreAttempt))
  const scored = ended.filter((one) => one.status === 'fulfilled').length
  // The schedule tells of it, and comes again; the others are scored meanwhile.
  if (scored < body.length)
    throw new Refused(502, 'UNAVAILABLE', `${body.length - scored} attempts could not be scored`)
  return scored
}

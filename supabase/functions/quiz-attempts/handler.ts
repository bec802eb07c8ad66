import type { Credential } from '../_shared/function-caller.ts'
import { json, Refused, readJson } from '../_shared/http.ts'
import { serviceKey } from '../_shared/project-keys.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc, forwardAnswer } from '../_shared/rest.ts'
import { isUuid } from '../_shared/uuid.ts'
import { presentAttempt, scoreAttempt } from './attempts.ts'

/**
 * Begins, ends and scores attempts at knowledge tests: the one place that reads keys and seeds.
 * - `{ action: 'start', quiz, attempt }` begins an attempt under an id that the browser made, or goes on with the open one.
 * - `{ action: 'finish', attempt, answers? }` saves the last answers, ends the attempt and scores it.
 * - `{ action: 'score' }`, for a secret key alone, ends what is past its deadline and scores what waits: `{ scored }`.
 *
 * The first two answer what `read_quiz_attempt` tells the student. Errors are those of the database, 400 INVALID_BODY
 * for anything else, and 502 UNAVAILABLE where the database did not answer: sent again, nothing happens twice.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ kind, token }) => {
    const asked = (await readJson(request)) as Record<string, unknown> | null
    if (asked?.action === 'score') return json({ scored: await scoreWaiting(kind) })
    if (asked?.action === 'start' && isUuid(asked.quiz) && isUuid(asked.attempt))
      return start(token, asked.quiz, asked.attempt)
    if (asked?.action === 'finish' && isUuid(asked.attempt)) return finish(token, asked.attempt, asked.answers ?? [])
    throw new Refused(400, 'INVALID_BODY', 'action must be start, with quiz and attempt, or finish, with attempt')
  })

async function start(token: string, quiz: string, attempt: string): Promise<Response> {
  const begun = await callRpc('begin_quiz_attempt', { quiz, attempt }, token)
  if (begun.status !== 200 || typeof begun.body !== 'string') return forwardAnswer(begun)
  await presentAttempt(begun.body)
  return forwardAnswer(await callRpc('read_quiz_attempt', { attempt: begun.body }, token))
}

async function finish(token: string, attempt: string, answers: unknown): Promise<Response> {
  const submitted = await callRpc('submit_quiz_attempt', { attempt, answers }, token)
  if (submitted.status !== 200) return forwardAnswer(submitted)
  await scoreAttempt(attempt)
  return forwardAnswer(await callRpc('read_quiz_attempt', { attempt }, token))
}

async function scoreWaiting(kind: Credential): Promise<number> {
  if (kind !== 'secret') throw new Refused(403, 'FORBIDDEN', 'A secret key of the project is required')
  const { status, body } = await callRpc('quiz_attempts_to_score', {}, serviceKey())
  if (status !== 200 || !Array.isArray(body)) throw new Refused(502, 'UNAVAILABLE', 'The database did not answer')
  const ended = await Promise.allSettled((body as string[]).map(scoreAttempt))
  const scored = ended.filter((one) => one.status === 'fulfilled').length
  // The schedule tells of it, and comes again; the others are scored meanwhile.
  if (scored < body.length)
    throw new Refused(502, 'UNAVAILABLE', `${body.length - scored} attempts could not be scored`)
  return scored
}

import { json, Refused, readJson } from '../_shared/http.ts'
import type { KindOf } from '../_shared/kinds.ts'
import { explainAnswer, presentQuestion } from '../_shared/quizzes/registry.ts'
import type { Definition } from '../_shared/quizzes/types.ts'
import { respondTo } from '../_shared/respond.ts'
import { callAsService, callRpc, forwardAnswer } from '../_shared/rest.ts'
import { isUuid } from '../_shared/uuid.ts'
import { type PlannedCard, planNext } from './plan.ts'

type Turn = {
  state: 'new' | 'open' | 'submitted' | 'scored'
  definition: Definition
  seed: string
  answer: unknown
  confidence: KindOf<'review_turns.confidence'> | null
  answered_on: string
  card: PlannedCard
}

/**
 * Asks the questions of a student's review deck and scores the answers: beside `quiz-attempts` the one place that reads keys and seeds.
 * - `{ action: 'next', turn }` asks the next question under an id that the browser made, or goes on with the open one.
 * - `{ action: 'answer', turn, answer?, confidence? }` answers, scores, and plans when the question comes back.
 *
 * Both answer what `read_review_turn` tells the student; null where nothing is due. Errors are those of the database,
 * 400 INVALID_BODY for anything else, and 502 UNAVAILABLE: sent again, nothing happens twice.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ token }) => {
    const asked = (await readJson(request)) as Record<string, unknown> | null
    if (asked?.action === 'next' && isUuid(asked.turn)) return next(token, asked.turn)
    if (asked?.action === 'answer' && isUuid(asked.turn)) return answer(token, asked.turn, asked)
    throw new Refused(400, 'INVALID_BODY', 'action must be next or answer, with turn')
  })

async function next(token: string, turn: string): Promise<Response> {
  const begun = await callRpc('begin_review_turn', { turn }, token)
  if (begun.status !== 200) return forwardAnswer(begun)
  if (typeof begun.body !== 'string') return json(null)
  await advance(begun.body)
  return forwardAnswer(await callRpc('read_review_turn', { turn: begun.body }, token))
}

async function answer(token: string, turn: string, sent: Record<string, unknown>): Promise<Response> {
  const given = { turn, answer: sent.answer ?? null, confidence: sent.confidence ?? null }
  const answered = await callRpc('answer_review_turn', given, token)
  if (answered.status >= 300) return forwardAnswer(answered)
  await advance(turn)
  return forwardAnswer(await callRpc('read_review_turn', { turn }, token))
}

/** Presents a new question, scores one that was answered; nothing for any other. */
async function advance(turn: string): Promise<void> {
  const { state, definition, seed, ...given } = (await callAsService('review_turn_definition', { turn })) as Turn
  if (state === 'new') await callAsService('ready_review_turn', { turn, presented: presentQuestion(definition, seed) })
  if (state !== 'submitted') return
  const review = explainAnswer(definition, seed, given.answer)
  const card = planNext(given.card, { correct: review.correct, confidence: given.confidence }, given.answered_on)
  await callAsService('score_review_turn', { turn, is_correct: review.correct, review, card })
}

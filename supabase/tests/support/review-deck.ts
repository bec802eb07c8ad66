import { randomUUID } from 'node:crypto'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import type { Definition, Presented, Review } from '../../functions/_shared/quizzes/types.ts'
import { handler } from '../../functions/review-deck/handler.ts'
import { callAs, owner } from './outcome.ts'
import type { Person } from './people.ts'
import { type Asked, begin, finish, publishQuiz, rightAnswers } from './quizzes.ts'
import { tokenOf } from './rest-shim.ts'

export type Turn = {
  id: string
  state: string
  presented: Presented
  answer: unknown
  correct: boolean | null
  review: Review | null
  next_on: string | null
  days: number | null
}
export type Deck = {
  today: string
  daily_limit: number
  answered_today: number
  due: number
  next_on: string | null
  new: number
  learning: number
  known: number
  days: { day: string; correct: number; wrong: number }[]
  coming: { day: string; count: number }[]
}

/** Asks the function, in front of the real database (`stubRest`). */
export async function askDeck(
  token: string,
  body: object,
): Promise<{ status: number; body: (Turn & { code?: string }) | null }> {
  const request = new Request('http://supabase.test/functions/v1/review-deck', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const answer = await handler(request)
  return { status: answer.status, body: (await answer.json()) as Turn | null }
}

export const nextTurn = async (who: Person, turn: string = randomUUID()) =>
  (await askDeck(tokenOf(who.caller), { action: 'next', turn })).body
export const answerTurn = async (who: Person, turn: string, answer: unknown, confidence: string | null = null) =>
  (await askDeck(tokenOf(who.caller), { action: 'answer', turn, answer, confidence })).body
export const deckOf = (database: Database, who: Person) => callAs<Deck>(database, who.caller, 'my_review_deck')

export type QuizAnswer = { position: number; sequence: number; answer: unknown; confidence?: string }
export type TakenHow = [
  say: (right: QuizAnswer[], asked: Asked[]) => object[],
  rules?: Parameters<typeof publishQuiz>[1],
]

/** A test that somebody ends: `say` turns the right answers into theirs. */
export async function takeQuiz(database: Database, who: Person, ...[say, rules = {}]: TakenHow) {
  const quiz = await publishQuiz(database, rules)
  const attempt = await begin(who, quiz.id)
  const right = (await rightAnswers(database, attempt)) as QuizAnswer[]
  await finish(who, attempt.id, say(right, attempt.questions))
  return quiz
}
/** Says nothing, so that every question is missed. */
export const missAll = () => []

/** The right answer to the question of a turn. */
export async function rightAnswerOf(database: Database, turn: string): Promise<unknown> {
  const [row] = await owner<{ definition: Definition; seed: string }>(
    database,
    `select definition, seed from private.review_turns join private.quiz_questions using (quiz_id, version, place)
     where review_turns.id = $1`,
    [turn],
  )
  if (!row) throw new Error(`No turn ${turn}`)
  const { explainAnswer } = await import('../../functions/_shared/quizzes/registry.ts')
  return explainAnswer(row.definition, row.seed, null).right
}

/** Lets days pass for the decks of everybody, as far as the database knows. */
export async function letDaysPass(database: Database, days: number): Promise<void> {
  await owner(
    database,
    `update private.review_cards set due_on = due_on - $1::integer, added_on = added_on - $1::integer,
       buried_on = buried_on - $1::integer, reviewed_on = reviewed_on - $1::integer`,
    [days],
  )
  await owner(
    database,
    `update private.review_turns set answered_at = answered_at - make_interval(days => $1::integer),
       next_on = next_on - $1::integer`,
    [days],
  )
}

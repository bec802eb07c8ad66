import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { begin, finish, rightAnswers } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'
import { deckOf, letDaysPass, missAll, type QuizAnswer, type TakenHow, takeQuiz } from './support/review-deck.ts'

let database: Database
let dana: Person
let noa: Person

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noa = await signUp(database, 'noa@example.com')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(async () => {
  stubRest(database)
  for (const table of ['quiz_attempts', 'review_cards', 'attempts'])
    await owner(database, `delete from private.${table}`)
})

const take = (...how: TakenHow) => takeQuiz(database, dana, ...how)

test('what joins the deck is what was missed, what was not answered, and what was right by luck, for tomorrow', async () => {
  await take((right) => [{ ...right[0], confidence: 'unsure' }, { ...right[1], confidence: 'sure' }, { ...right[2] }])
  expect(await deckOf(database, dana)).toMatchObject({ new: 2, learning: 0, known: 0, due: 0, answered_today: 0 })
  const reasons = await owner(database, 'select reason from private.review_cards order by reason')
  expect(reasons).toEqual([{ reason: 'missed' }, { reason: 'unsure' }])
  await letDaysPass(database, 1)
  expect(await deckOf(database, dana)).toMatchObject({ due: 2, daily_limit: 20 })
  expect(await deckOf(database, noa)).toMatchObject({ due: 0, new: 0 })
})

test('nothing joins whose answers may not be told; what opens them brings the earlier ones along', async () => {
  await take(missAll, { review: 'never' })
  const { id } = await take(missAll, { review: 'after-pass', passPercent: 75 })
  expect(await deckOf(database, dana)).toMatchObject({ new: 0 })
  const second = await begin(dana, id)
  await finish(dana, second.id, await rightAnswers(database, second))
  expect(await deckOf(database, dana)).toMatchObject({ new: 4 })
})

test('a card is due by tomorrow where its question is missed or guessed anew; what is right now keeps its day', async () => {
  const { id } = await take((right) => [{ ...right[3], confidence: 'unsure' }], { shuffleQuestions: false })
  await owner(database, 'update private.review_cards set due_on = private.review_day() + 20')
  const attempt = await begin(dana, id)
  const right = (await rightAnswers(database, attempt)) as QuizAnswer[]
  const cards = () =>
    owner(
      database,
      `select cards.reason, cards.due_on - private.review_day() as days
       from private.quiz_attempt_questions as asked
       join private.quiz_questions as questions on questions.quiz_id = $2 and questions.place = asked.place
       join private.review_cards as cards using (question_id) where asked.attempt_id = $1 order by asked.position`,
      [attempt.id, id],
    )
  await finish(dana, attempt.id, [{ ...right[0] }, { ...right[1], confidence: 'unsure' }])
  expect(await cards()).toEqual([
    { reason: 'missed', days: 20 },
    { reason: 'missed', days: 1 },
    { reason: 'missed', days: 1 },
    { reason: 'missed', days: 1 },
  ])
  await owner(database, 'update private.review_cards set due_on = private.review_day() - 2')
  await finish(dana, (await begin(dana, id)).id)
  expect(await cards()).toMatchObject([{ days: -2 }, { days: -2 }, { days: -2 }, { days: -2 }])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { begin, finish, publishQuiz, SECRET } from './support/quizzes.ts'
import { stubRest, tokenOf } from './support/rest-shim.ts'
import {
  answerTurn,
  askDeck,
  deckOf,
  letDaysPass,
  missAll,
  nextTurn,
  rightAnswerOf,
  type TakenHow,
  takeQuiz,
} from './support/review-deck.ts'

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
  for (const table of ['quiz_attempts', 'review_cards', 'review_settings', 'attempts'])
    await owner(database, `delete from private.${table}`)
})

const take = (...how: TakenHow) => takeQuiz(database, dana, ...how)

/** The next question, answered; it must be there. */
async function review(how: 'right' | 'wrong', confidence: string | null = null) {
  const turn = await nextTurn(dana)
  if (!turn) throw new Error('Nothing is due')
  const answer = how === 'right' ? await rightAnswerOf(database, turn.id) : null
  const answered = await answerTurn(dana, turn.id, answer, confidence)
  if (!answered) throw new Error('Not answered')
  return answered
}

describe('a turn', () => {
  test('asks with new numbers, tells why, and says when the question comes back', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const seen = new Set<string>()
    for (let left = 4; left > 0; left--) {
      const turn = await nextTurn(dana)
      if (!turn) throw new Error('Nothing is due')
      expect(JSON.stringify(turn)).not.toContain(SECRET)
      expect(turn).toMatchObject({ state: 'open', correct: null, review: null })
      seen.add(turn.presented.kind)
      const answered = await answerTurn(dana, turn.id, await rightAnswerOf(database, turn.id), 'sure')
      expect(answered).toMatchObject({ state: 'scored', correct: true, days: 3 })
      expect(JSON.stringify(answered)).toContain(SECRET)
      expect(await deckOf(database, dana)).toMatchObject({ due: left - 1, answered_today: 5 - left })
    }
    expect(seen.size).toBe(4)
    expect(await nextTurn(dana)).toBeNull()
    expect(await deckOf(database, dana)).toMatchObject({ learning: 4, new: 0, days: [{ correct: 4, wrong: 0 }] })
    expect((await deckOf(database, dana)).coming[2]).toMatchObject({ count: 4 })
    const numbers = await owner<{ given: string }>(
      database,
      `select distinct presented ->> 'text' as given from private.review_turns where presented ->> 'kind' = 'calculated'
       union select presented ->> 'text' from private.quiz_attempt_questions where presented ->> 'kind' = 'calculated'`,
    )
    expect(numbers).toHaveLength(2)
  })

  test('comes back tomorrow when it was wrong, and is known after three weeks of right answers', async () => {
    await take((right) => right.slice(1))
    await letDaysPass(database, 1)
    expect(await review('wrong', 'sure')).toMatchObject({ correct: false, days: 1 })
    let days = 1
    for (let time = 0; time < 8 && (await deckOf(database, dana)).known === 0; time++) {
      await letDaysPass(database, days)
      const turn = await review('right', 'sure')
      expect(turn.days).toBeGreaterThan(days)
      days = turn.days ?? 0
    }
    expect(await deckOf(database, dana)).toMatchObject({ known: 1, learning: 0, new: 0 })
  })

  test('is one, however often it is asked for and answered, in however many windows', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const begun = await Promise.all([...ids, ...ids].map((id) => nextTurn(dana, id)))
    expect(new Set(begun.map((turn) => turn?.id)).size).toBe(1)
    const id = begun[0]?.id ?? ''
    const right = await rightAnswerOf(database, id)
    const answers = await Promise.all([right, null, right, null].map((answer) => answerTurn(dana, id, answer)))
    expect(new Set(answers.map((turn) => turn?.correct)).size).toBe(1)
    expect(await deckOf(database, dana)).toMatchObject({ answered_today: 1, due: 3 })
    const again = await answerTurn(dana, id, null)
    expect(again).toMatchObject({ correct: answers[0]?.correct })
  })

  test('that was answered and not scored is gone on with', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const turn = await nextTurn(dana)
    await callAs(database, dana.caller, 'answer_review_turn', [turn?.id, null, null])
    expect(await nextTurn(dana)).toMatchObject({ id: turn?.id, state: 'scored', correct: false, days: 1 })
  })

  test('is taken back: the question is asked again, as if it had not been; an earlier one stands', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const first = await review('wrong')
    const before = await deckOf(database, dana)
    const second = await review('wrong')
    await nextTurn(dana)
    const undo = (turn: string) => callAs(database, dana.caller, 'undo_review_turn', [turn])
    await expect(undo(first.id).catch(errorCode)).resolves.toBe('REVIEW_TURN_STANDS')
    await undo(second.id)
    await undo(second.id)
    expect(await deckOf(database, dana)).toEqual(before)
    expect(await nextTurn(dana)).toMatchObject({ presented: { kind: second.presented.kind }, state: 'open' })
    expect(await review('right')).toMatchObject({ days: 3 })
    await letDaysPass(database, 1)
    await expect(undo(first.id).catch(errorCode)).resolves.toBe('REVIEW_TURN_STANDS')
  })

  test('is put off until tomorrow', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const turn = await nextTurn(dana)
    await callAs(database, dana.caller, 'bury_review_turn', [turn?.id])
    const deck = await deckOf(database, dana)
    expect(deck).toMatchObject({ due: 3, answered_today: 0 })
    expect((await nextTurn(dana))?.presented.kind).not.toBe(turn?.presented.kind)
    await letDaysPass(database, 1)
    expect(await deckOf(database, dana)).toMatchObject({ due: 4 })
  })

  test('that is answered is not put off', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const { id } = await review('right')
    expect(await callAs(database, dana.caller, 'bury_review_turn', [id]).catch(errorCode)).toBe('REVIEW_TURN_STANDS')
  })

  test('of two students at once with the same id is that of one', async () => {
    const { id: quiz } = await take(missAll)
    await finish(noa, (await begin(noa, quiz)).id, [])
    await letDaysPass(database, 1)
    for (let round = 0; round < 10; round++) {
      const id = randomUUID()
      const begun = [dana, noa].map(({ caller }) => callAs<string>(database, caller, 'begin_review_turn', [id]))
      const told = await Promise.all(begun.map((turn) => turn.catch(errorCode)))
      expect(told.toSorted()).toEqual([id, 'REVIEW_TURN_NOT_FOUND'].toSorted())
      await owner(database, 'delete from private.review_turns')
    }
  })

  test('is not answered before its question is ready, and not begun without an id', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const begun = (id: string | null) => callAs(database, dana.caller, 'begin_review_turn', [id]).catch(errorCode)
    expect(await begun(null)).toBe('INVALID_REVIEW_TURN')
    const id = await begun(randomUUID())
    const answer = callAs(database, dana.caller, 'answer_review_turn', [id, null, 'sure'])
    expect(await answer.catch(errorCode)).toBe('REVIEW_TURN_NOT_READY')
  })
})

describe('a day', () => {
  test('asks six hundred questions, also of who puts them all off', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const turns = `insert into private.attempts (scope, key_hash, subject_hash)
      select 'review turns', private.keyed_hash($1), private.keyed_hash(turn::text) from generate_series(1, 599) as turn`
    await owner(database, turns, [dana.id])
    const turn = await nextTurn(dana)
    await callAs(database, dana.caller, 'bury_review_turn', [turn?.id])
    expect(await nextTurn(dana)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('holds as many as one chose; what is taken back does not count', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    await callAs(database, dana.caller, 'set_review_limit', [2])
    await review('right')
    const last = await review('wrong')
    expect(await nextTurn(dana)).toBeNull()
    expect(await deckOf(database, dana)).toMatchObject({ daily_limit: 2, answered_today: 2, due: 2 })
    await callAs(database, dana.caller, 'undo_review_turn', [last.id])
    expect(await nextTurn(dana)).not.toBeNull()
    for (const limit of [0, 201, null])
      await expect(callAs(database, dana.caller, 'set_review_limit', [limit]).catch(errorCode)).resolves.toBe(
        'INVALID_REVIEW_LIMIT',
      )
  })

  test('is measured out by nobody whose address is not verified', async () => {
    const waiting = await signUp(database, 'waiting@example.com', { verified: false })
    await expect(callAs(database, waiting.caller, 'set_review_limit', [2]).catch(errorCode)).resolves.toBe('FORBIDDEN')
  })
})

describe('the deck and running tests', () => {
  test('nothing is asked of a test while an attempt of it is open, nor of one that is hidden', async () => {
    const quiz = await take(missAll)
    await letDaysPass(database, 1)
    const open = await nextTurn(dana)
    expect(open).not.toBeNull()
    const attempt = await begin(dana, quiz.id)
    expect(await nextTurn(dana)).toBeNull()
    expect(await deckOf(database, dana)).toMatchObject({ due: 0, new: 4 })
    await finish(dana, attempt.id)
    expect(await nextTurn(dana)).not.toBeNull()
    await owner(database, 'update public.quizzes set is_published = false where id = $1', [quiz.id])
    expect(await nextTurn(dana)).toBeNull()
  })

  test('a turn that an open attempt overtook is not answered with the reason', async () => {
    const quiz = await take(missAll)
    await letDaysPass(database, 1)
    const open = await nextTurn(dana)
    await begin(dana, quiz.id)
    const { status, body } = await askDeck(tokenOf(dana.caller), { action: 'answer', turn: open?.id, answer: null })
    expect([status, body?.code]).toEqual([409, 'REVIEW_TURN_OVER'])
  })

  test('another version asks as it asks today; a question that left it is asked no more', async () => {
    const quiz = await take(missAll)
    await letDaysPass(database, 1)
    await publishQuiz(database, { pools: [] }, quiz).catch(() => undefined)
    await publishQuiz(database, {}, quiz)
    expect(await deckOf(database, dana)).toMatchObject({ due: 0, new: 4 })
    expect(await nextTurn(dana)).toBeNull()
  })
})

describe('other people', () => {
  test('neither read, answer, take back nor put off a turn, and learn nothing from trying', async () => {
    await take(missAll)
    await letDaysPass(database, 1)
    const turn = (await nextTurn(dana))?.id ?? ''
    for (const name of ['begin_review_turn', 'read_review_turn', 'undo_review_turn', 'bury_review_turn'])
      await expect(callAs(database, noa.caller, name, [turn]).catch(errorCode), name).resolves.toBe(
        'REVIEW_TURN_NOT_FOUND',
      )
    await expect(callAs(database, noa.caller, 'answer_review_turn', [turn, null, null]).catch(errorCode)).resolves.toBe(
      'REVIEW_TURN_NOT_FOUND',
    )
    expect(await nextTurn(dana)).toMatchObject({ id: turn, state: 'open' })
  })

  test.each([
    ['an answer that is no object', [1]],
    ['an answer of 5,000 signs', { text: 'א'.repeat(5000) }],
  ])('%s is refused and the question stays', async (_, answer) => {
    await take(missAll)
    await letDaysPass(database, 1)
    const turn = await nextTurn(dana)
    expect(await answerTurn(dana, turn?.id ?? '', answer)).toMatchObject({ code: 'INVALID_QUIZ_ANSWERS' })
    expect(await nextTurn(dana)).toMatchObject({ id: turn?.id, state: 'open' })
  })
})

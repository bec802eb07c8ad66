import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import type { Definition } from '../functions/_shared/quizzes/types.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, SERVICE, signUp } from './support/people.ts'
import {
  type Attempt,
  ask,
  begin,
  finish,
  letPass,
  publishQuiz,
  readAttempt,
  rightAnswers,
  SECRET,
  save,
  start,
} from './support/quizzes.ts'
import { SERVICE_KEY, stubRest, tokenOf } from './support/rest-shim.ts'

let database: Database
let dana: Person

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(async () => {
  stubRest(database)
  await owner(database, 'delete from private.quiz_attempts')
  await owner(database, 'delete from private.attempts')
})

const pass = async (attempt: Attempt) => (await finish(dana, attempt.id, await rightAnswers(database, attempt))).body
const fail = async (attempt: Attempt) => (await finish(dana, attempt.id)).body
const told = ({ questions }: Attempt) => questions.map(({ correct, review }) => [correct, review !== null])
const ALL_REVEALED = [
  [true, true],
  [true, true],
  [true, true],
  [true, true],
]
const NOTHING_REVEALED = ALL_REVEALED.map(() => [null, false])

describe('scoring', () => {
  test('counts right answers, and tells the reason of every part and the solution in steps', async () => {
    const result = await pass(await begin(dana, (await publishQuiz(database)).id))
    expect(result).toMatchObject({ state: 'scored', ended_by: 'student', percent: 100, passed: true, may_review: true })
    expect(told(result)).toEqual(ALL_REVEALED)
    for (const { review } of result.questions) expect(JSON.stringify(review)).toContain(SECRET)
    const calculated = result.questions.find(({ presented }) => presented.kind === 'calculated')
    expect(calculated?.review?.steps).toHaveLength(1)
  })

  test('gives nothing for nothing', async () => {
    const result = await fail(await begin(dana, (await publishQuiz(database)).id))
    expect(result).toMatchObject({ percent: 0, passed: false })
    expect(result.questions.map(({ correct }) => correct)).toEqual([false, false, false, false])
  })

  test('passes at the mark and not below, with percent that are cut', async () => {
    const mark = { passPercent: 75 }
    const first = await begin(dana, (await publishQuiz(database, mark)).id)
    const answers = await rightAnswers(database, first)
    expect((await finish(dana, first.id, answers.slice(1))).body).toMatchObject({ percent: 75, passed: true })
    const second = await begin(dana, (await publishQuiz(database, mark)).id)
    const others = await rightAnswers(database, second)
    expect((await finish(dana, second.id, others.slice(2))).body).toMatchObject({ percent: 50, passed: false })
  })

  test('three thirds are one: what is lost behind the sixth digit fails nobody', async () => {
    const three: Definition = {
      kind: 'fill-in',
      topic: 'א',
      text: '[[a]] [[b]] [[c]]',
      gaps: ['a', 'b', 'c'].map((id) => ({ id, why: 'כך', accepted: ['כן'] })),
    }
    const { id } = await publishQuiz(database, {
      passPercent: 34,
      pools: [{ topic: 'א', draw: null, questions: [three, three, three] }],
    })
    const attempt = await begin(dana, id)
    const answers = attempt.questions.map(({ position, presented }) => {
      const gap = presented.kind === 'fill-in' ? (presented.gaps[position - 1]?.id ?? '') : ''
      return { position, sequence: 1, answer: { gaps: { [gap]: 'כן' } } }
    })
    expect((await finish(dana, attempt.id, answers)).body).toMatchObject({ percent: 33, passed: false })
    const other = await publishQuiz(database, {
      passPercent: 100,
      pools: [{ topic: 'א', draw: null, questions: [three] }],
    })
    const whole = await begin(dana, other.id)
    expect(await pass(whole)).toMatchObject({ percent: 100, passed: true })
  })

  test('takes what a browser can send for an answer without falling', async () => {
    const attempt = await begin(dana, (await publishQuiz(database)).id)
    const hostile: object[] = [
      { choice: { __proto__: 1 } },
      { order: [['a']] },
      { number: '9'.repeat(3000) },
      { constructor: 1 },
    ]
    const answers = hostile.map((answer, i) => ({ position: i + 1, sequence: 1, answer }))
    expect((await finish(dana, attempt.id, answers)).body).toMatchObject({ state: 'scored', percent: 0 })
  })

  test('that stopped half way is done by the next call, and never twice', async () => {
    const attempt = await begin(dana, (await publishQuiz(database)).id)
    await save(database, dana, attempt.id, await rightAnswers(database, attempt))
    await callAs(database, dana.caller, 'submit_quiz_attempt', [attempt.id, '[]'])
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({
      state: 'submitted',
      percent: null,
      may_review: false,
    })
    const [first] = await Promise.all([finish(dana, attempt.id), finish(dana, attempt.id), finish(dana, attempt.id)])
    expect(first.body).toMatchObject({ percent: 100, passed: true })
    const scores = JSON.stringify(
      attempt.questions.map(({ position }) => ({ position, points: 0, correct: false, review: {} })),
    )
    await callAs(database, SERVICE, 'score_quiz_attempt', [attempt.id, scores])
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({ percent: 100 })
  })

  test('is not kept while a question has no score', async () => {
    const attempt = await begin(dana, (await publishQuiz(database)).id)
    await callAs(database, dana.caller, 'submit_quiz_attempt', [attempt.id, '[]'])
    const scores = attempt.questions.map(({ position }) => ({ position, points: 1, correct: true, review: {} }))
    const score = (some: object[]) =>
      callAs(database, SERVICE, 'score_quiz_attempt', [attempt.id, JSON.stringify(some)]).catch(errorCode)
    expect(await score(scores.slice(1))).toBe('INVALID_QUIZ_ATTEMPT')
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({ state: 'submitted', percent: null })
    await score(scores)
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({ state: 'scored', percent: 100 })
  })

  test('is done by the schedule for who does not come back', async () => {
    const attempt = await begin(dana, (await publishQuiz(database, { timeLimitMinutes: 5 })).id)
    const open = await begin(dana, (await publishQuiz(database, { timeLimitMinutes: 5 })).id)
    await save(database, dana, attempt.id, await rightAnswers(database, attempt))
    await letPass(database, attempt.id, 400)
    expect(await ask(SERVICE_KEY, { action: 'score' })).toMatchObject({ status: 200, body: { scored: 1 } })
    expect(await ask(SERVICE_KEY, { action: 'score' })).toMatchObject({ body: { scored: 0 } })
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({ percent: 100, ended_by: 'deadline' })
    expect(await readAttempt(database, dana, open.id)).toMatchObject({ state: 'open' })
    expect(await ask(tokenOf(dana.caller), { action: 'score' })).toMatchObject({ status: 403 })
  })
})

describe('what is told', () => {
  test('after passing or the last attempt, where the test says so', async () => {
    const { id } = await publishQuiz(database, { review: 'after-pass', attemptsAllowed: 3 })
    const failed = await fail(await begin(dana, id))
    expect(failed).toMatchObject({ percent: 0, passed: false, may_review: false })
    expect(told(failed)).toEqual(NOTHING_REVEALED)
    expect(told(await pass(await begin(dana, id)))).toEqual(ALL_REVEALED)
    expect(await readAttempt(database, dana, failed.id)).toMatchObject({ may_review: true })

    const other = (await publishQuiz(database, { review: 'after-pass', attemptsAllowed: 2 })).id
    expect((await fail(await begin(dana, other))).may_review).toBe(false)
    expect((await fail(await begin(dana, other))).may_review).toBe(true)
  })

  test('nothing but the result, where the test says so', async () => {
    const { id } = await publishQuiz(database, { review: 'never' })
    const result = await pass(await begin(dana, id))
    expect(result).toMatchObject({ percent: 100, passed: true, may_review: false })
    expect(told(result)).toEqual(NOTHING_REVEALED)
  })

  test('of all tests that one has tried: the best of each, and the one that is open', async () => {
    const first = (await publishQuiz(database)).id
    await pass(await begin(dana, first))
    await fail(await begin(dana, first))
    const second = await publishQuiz(database)
    const open = await begin(dana, second.id)
    type Line = {
      quiz_id: string
      attempts: number
      best_percent: number | null
      passed: boolean
      open_attempt: string | null
    }
    const lines = await callAs<Line[]>(database, dana.caller, 'my_quizzes')
    expect(lines).toMatchObject([
      { quiz_id: second.id, attempts: 1, best_percent: null, passed: false, open_attempt: open.id },
      { quiz_id: first, attempts: 2, best_percent: 100, passed: true, open_attempt: null },
    ])
    expect(await callAs(database, dana.caller, 'my_quizzes', [second.courseId])).toMatchObject([{ quiz_id: second.id }])
  })
})

test.each([
  ['nothing', null],
  ['another action', { action: 'read' }],
  ['no attempt', { action: 'start', quiz: randomUUID() }],
  ['an id that is none', { action: 'finish', attempt: "' or true --" }],
])('%s is refused before the database is asked', async (_, body) => {
  const { calls } = stubRest(database)
  expect(await ask(tokenOf(dana.caller), body as object)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } })
  expect(calls).toEqual([])
})

test('a token that is none is refused', async () => {
  expect(await ask('nonsense', { action: 'start', quiz: randomUUID(), attempt: randomUUID() })).toMatchObject({
    status: 401,
  })
  expect((await start(dana, randomUUID())).body.code).toBe('QUIZ_NOT_FOUND')
})

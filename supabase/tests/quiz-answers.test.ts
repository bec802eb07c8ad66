import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import {
  type Attempt,
  begin,
  finish,
  letPass,
  publishQuiz,
  readAttempt,
  type StoredAnswers,
  save,
} from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let dana: Person
let quiz: string
let attempt: Attempt

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
  quiz = (await publishQuiz(database, { timeLimitMinutes: 10 })).id
  attempt = await begin(dana, quiz)
})

const one = (sequence: number, answer: unknown = { number: String(sequence) }, more: object = {}) => ({
  position: 1,
  sequence,
  answer,
  ...more,
})
const stored = async () => (await readAttempt(database, dana, attempt.id)).questions[0]
const keep = (answers: unknown) => save(database, dana, attempt.id, answers)

describe('saving answers', () => {
  test('keeps answer, doubt and flag, and tells what is kept and how long is left', async () => {
    const told = await keep([one(1, { choice: 'x' }, { confidence: 'unsure', flagged: true })])
    expect(told).toMatchObject({
      state: 'open',
      answers: [{ position: 1, sequence: 1, answer: { choice: 'x' }, confidence: 'unsure', flagged: true }],
    })
    expect(told.seconds_left).toBeGreaterThan(590)
    expect(told.seconds_left).toBeLessThanOrEqual(600)
    expect(await stored()).toMatchObject({ answer: { choice: 'x' }, confidence: 'unsure', flagged: true, sequence: 1 })
  })

  test('takes an answer back', async () => {
    await keep([one(1, { choice: 'x' }, { confidence: 'sure' })])
    await keep([one(2, null)])
    expect(await stored()).toMatchObject({ answer: null, confidence: null, flagged: false, sequence: 2 })
  })

  test('again, late or both at once leaves the last one', async () => {
    await keep([one(2)])
    expect((await keep([one(1)])).answers).toMatchObject([{ sequence: 2, answer: { number: '2' } }])
    await keep([one(5), one(3), one(5)])
    await Promise.all([keep([one(9)]), keep([one(8)]), keep([one(9)]), keep([one(4)])])
    expect(await stored()).toMatchObject({ sequence: 9, answer: { number: '9' } })
  })

  test('of two devices at the same count the same one stays, in either order', async () => {
    const sent = [one(3, { choice: 'mine' }), one(3, { choice: 'theirs' })]
    await keep([sent[0]])
    await keep([sent[1]])
    const first = (await stored())?.answer
    await owner(database, 'update private.quiz_attempt_questions set sequence = 0, answer = null')
    await keep([sent[1]])
    expect((await keep([sent[0]])).answers).toMatchObject([{ answer: first }])
    expect((await stored())?.answer).toEqual(first)
    await keep([one(3, null)])
    expect((await stored())?.answer).toEqual(first)
  })

  test.each([
    ['no list', { position: 1 }],
    ['no list', null],
    ['a text', ['1']],
    ['no position', [{ sequence: 1 }]],
    ['a position of nothing', [{ ...one(1), position: 1.5 }]],
    ['no sequence', [{ position: 1 }]],
    ['a sequence below one', [one(0)]],
    ['a sequence too large for its column', [one(1e12)]],
    ['a sequence in words', [{ position: 1, sequence: '1' }]],
    ['an answer that is a list', [one(1, ['a'])]],
    ['an answer in words', [one(1, 'a')]],
    ['an answer of five thousand letters', [one(1, { choice: 'א'.repeat(5000) })]],
    ['another doubt', [one(1, null, { confidence: 'maybe' })]],
    ['a flag in words', [one(1, null, { flagged: 'yes' })]],
    ['a hundred and one answers', Array.from({ length: 101 }, (_, i) => one(i + 1))],
  ])('refuses %s, and all that came with it', async (_, answers) => {
    const sent = Array.isArray(answers) && answers.length < 100 ? [one(1), ...answers] : answers
    expect(await keep(sent).catch(errorCode)).toBe('INVALID_QUIZ_ANSWERS')
    expect(await stored()).toMatchObject({ answer: null, sequence: 0 })
  })

  test.each([
    '{"position": 1.0, "sequence": 1}',
    '{"position": 1, "sequence": 1.0}',
    '{"position": [1], "sequence": 1}',
  ])('refuses %s, which is no whole number', async (answer) => {
    const sent = callAs(database, dana.caller, 'save_quiz_answers', [attempt.id, `[${answer}]`])
    expect(await sent.catch(errorCode)).toBe('INVALID_QUIZ_ANSWERS')
  })

  test('passes over a position that was not asked', async () => {
    expect((await keep([{ ...one(1), position: 77 }, one(1)])).answers).toHaveLength(1)
  })
})

describe('the deadline', () => {
  test('takes what arrives within ten seconds after it, and nothing later', async () => {
    await letPass(database, attempt.id, 605)
    expect(await keep([one(1)])).toMatchObject({ state: 'open', seconds_left: 0 })
    await letPass(database, attempt.id, 6)
    expect(await keep([one(2)])).toMatchObject({
      state: 'submitted',
      ended_by: 'deadline',
      answers: [{ sequence: 1, answer: { number: '1' } }],
    })
    expect(await stored()).toMatchObject({ sequence: 1 })
  })

  test('ends the attempt as of its moment, and counts what was answered in time', async () => {
    await keep([one(1)])
    await letPass(database, attempt.id, 3600)
    const { body } = await finish(dana, attempt.id, [one(2), { ...one(1), position: 2 }])
    expect(body).toMatchObject({ state: 'scored', ended_by: 'deadline' })
    expect(body.questions.map(({ sequence }) => sequence)).toEqual([1, 0, 0, 0])
    const [row] = await owner<{ at_deadline: boolean }>(
      database,
      'select submitted_at = deadline_at as at_deadline from private.quiz_attempts',
    )
    expect(row?.at_deadline).toBe(true)
  })

  test('is found out by reading, and by beginning again', async () => {
    await letPass(database, attempt.id, 700)
    expect(await readAttempt(database, dana, attempt.id)).toMatchObject({ state: 'submitted', ended_by: 'deadline' })
    const other = await begin(dana, quiz)
    await letPass(database, other.id, 700)
    expect((await begin(dana, quiz)).id).not.toBe(other.id)
  })
})

describe('submitting', () => {
  test('is once: later answers change nothing, and the same is told again', async () => {
    const first = await finish(dana, attempt.id, [one(1)])
    expect(first.body).toMatchObject({ state: 'scored', ended_by: 'student' })
    const second = await finish(dana, attempt.id, [one(2)])
    expect(second.body).toEqual(first.body)
    expect(await keep([one(3)])).toMatchObject({ state: 'scored', answers: [{ sequence: 1 }] })
  })

  test('beside saves and other submits leaves one end, and the answers that were told to be kept', async () => {
    const saved: StoredAnswers[] = []
    const told = await Promise.all([
      ...Array.from({ length: 6 }, async (_, i) => saved.push(await keep([one(i + 1)]))),
      finish(dana, attempt.id, [one(40)]),
      finish(dana, attempt.id, [one(50)]),
    ])
    const [row] = await owner<{ sequence: number }>(
      database,
      'select sequence from private.quiz_attempt_questions where position = 1',
    )
    expect(told).toHaveLength(8)
    expect([40, 50]).toContain(row?.sequence)
    for (const { state, answers } of saved) if (state === 'open') expect(answers[0]?.sequence).toBeLessThan(40)
  })

  test('before the questions are ready is refused', async () => {
    await owner(database, 'update private.quiz_attempts set started_at = null, deadline_at = null')
    for (const name of ['save_quiz_answers', 'submit_quiz_attempt']) {
      expect(await callAs(database, dana.caller, name, [attempt.id, '[]']).catch(errorCode)).toBe(
        'QUIZ_ATTEMPT_NOT_READY',
      )
    }
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Attempt, begin, finish, publishQuiz, readAttempt, rightAnswers, SECRET, save } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let cast: Cast
let quiz: string
let attempt: Attempt
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  stubRest(database)
  quiz = (await publishQuiz(database, { review: 'never' })).id
  attempt = await begin(cast.person('student'), quiz)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(() => owner(database, 'delete from private.attempts'))

const PEOPLE = ACTORS.filter((actor) => actor !== 'service_role')
const TABLES = [
  'quiz_pools',
  'quiz_questions',
  'quiz_checks',
  'content_items',
  'content_versions',
  'quiz_attempts',
  'quiz_attempt_questions',
  'export_quiz_attempts',
  'export_quiz_answers',
  'review_cards',
  'review_turns',
  'review_settings',
  'export_review_cards',
  'export_review_answers',
]

describe('the tables of questions and attempts', () => {
  test.each(TABLES)('%s: nobody of the API reads or writes it, the service key included', async (table) => {
    for (const operation of [
      `select 1 from private.${table}`,
      `insert into private.${table} select * from private.${table}`,
      `delete from private.${table}`,
    ]) {
      const outcomes = await Promise.all(
        ACTORS.map((actor) => database.queryAsCaller(cast.caller(actor), operation, []).then(() => actor, errorCode)),
      )
      expect(outcomes, operation).toEqual(ACTORS.map(() => 'denied'))
    }
  })
})

describe('the functions of the server', () => {
  test.each([
    ['quiz_attempt_definitions', () => [attempt.id]],
    ['ready_quiz_attempt', () => [attempt.id, '[]']],
    ['score_quiz_attempt', () => [attempt.id, '[]']],
    ['quiz_attempts_to_score', () => []],
    ['review_turn_definition', () => [attempt.id]],
    ['ready_review_turn', () => [attempt.id, '{}']],
    ['score_review_turn', () => [attempt.id, true, '{}', '{}']],
    ['publish_quiz', () => ['{}']],
    ['mark_quiz_checked', () => [quiz, 1]],
  ])('%s is for the service key alone', async (name, values) => {
    const called = (actor: Actor) => callAs(database, cast.caller(actor), name, values()).then(() => actor, errorCode)
    expect(await Promise.all(PEOPLE.map(called))).toEqual(PEOPLE.map(() => 'denied'))
  })

  test.each([
    'begin_quiz_attempt',
    'read_quiz_attempt',
    'save_quiz_answers',
    'submit_quiz_attempt',
    'my_quiz_attempts',
  ])('%s gives an attempt of a student to nobody else', async (name) => {
    const values: Record<string, unknown[]> = {
      begin_quiz_attempt: [quiz, attempt.id],
      read_quiz_attempt: [attempt.id],
      save_quiz_answers: [attempt.id, '[]'],
      submit_quiz_attempt: [attempt.id, '[]'],
      my_quiz_attempts: [quiz],
    }
    for (const actor of ACTORS.filter((one) => one !== 'student')) {
      const told = await callAs(database, cast.caller(actor), name, values[name]).catch(errorCode)
      expect(JSON.stringify(told), actor).not.toContain(attempt.id)
    }
    expect(await readAttempt(database, cast.person('student'), attempt.id)).toMatchObject({ state: 'open' })
  })
})

/** Everything that a caller can be told by the public tables and by the functions without arguments. */
async function everythingRevealed(caller: Caller): Promise<string> {
  const ask = (sql: string) =>
    database.queryAsCaller(caller, sql, []).then(
      ({ rows }) => JSON.stringify(rows),
      () => '',
    )
  const told = [
    await ask('select * from quizzes join quiz_versions on quiz_id = id join courses on courses.id = course_id'),
    await ask('select to_jsonb(quizzes), to_jsonb(quiz_versions) from quizzes, quiz_versions'),
    await ask('select public.my_quizzes()'),
    await ask('select public.export_my_data()'),
    await ask(`select public.read_quiz_attempt('${attempt.id}')`),
    await ask(`select public.save_quiz_answers('${attempt.id}', '[{"position": 1, "sequence": 1}]')`),
    await ask(`select public.my_quiz_attempts('${quiz}')`),
  ]
  return told.join('\n')
}

describe('keys, reasons, formulas and seeds', () => {
  const isTold = (text: string, seeds: readonly string[]) =>
    [SECRET, 'sum * rate', '"right"', '"seed"', 'definition', ...seeds].filter((word) => text.includes(word))

  test.each(['an open attempt', 'a scored attempt whose test never tells'])(
    'of %s are told to nobody',
    async (when) => {
      if (when !== 'an open attempt') {
        const student = cast.person('student')
        await finish(student, attempt.id, await rightAnswers(database, attempt))
        expect(await readAttempt(database, student, attempt.id)).toMatchObject({ percent: 100, may_review: false })
      }
      const seeds = (await owner<{ seed: string }>(database, 'select seed from private.quiz_attempt_questions')).map(
        ({ seed }) => seed,
      )
      expect(seeds.length).toBeGreaterThan(0)
      const texts = await Promise.all(
        ACTORS.map(async (actor) => isTold(await everythingRevealed(cast.caller(actor)), seeds)),
      )
      expect(texts).toEqual(ACTORS.map(() => []))
      const own = await everythingRevealed(cast.caller('student'))
      expect(own).toContain(attempt.id)
      expect(own).toContain('מה גדל בכל שנה?')
    },
  )

  test('do not stand in what the page is sent: names and order of the parts differ from attempt to attempt', async () => {
    const other = (await publishQuiz(database)).id
    const shown = new Map<string, Set<string>>()
    const ids = new Set<string>()
    for (let time = 0; time < 8; time++) {
      const { id, questions } = await begin(cast.person('otherStudent'), other)
      for (const { presented } of questions) {
        const parts = 'options' in presented ? presented.options : 'items' in presented ? presented.items : []
        for (const part of parts) ids.add(part.id)
        if (parts.length > 0)
          shown.set(
            presented.kind,
            new Set([...(shown.get(presented.kind) ?? []), parts.map((one) => one.text).join()]),
          )
      }
      await finish(cast.person('otherStudent'), id)
    }
    expect(ids.size).toBe(8 * 6)
    for (const orders of shown.values()) expect(orders.size).toBeGreaterThan(2)
  })
})

test('a number of hostile values for every argument of every function tells nothing and breaks nothing', async () => {
  const hostile = [
    '',
    'null',
    "' or true --",
    '{}',
    '[]',
    '[{"position": null}]',
    '0',
    `"${'א'.repeat(9)}"`,
    randomUUID(),
    null,
  ]
  for (const actor of ['anonymous', 'otherStudent', 'super_admin'] as const)
    for (const name of [
      'begin_quiz_attempt',
      'read_quiz_attempt',
      'save_quiz_answers',
      'submit_quiz_attempt',
      'my_quiz_attempts',
      'my_quizzes',
    ])
      for (const one of hostile)
        for (const other of hostile) {
          const values = ['read_quiz_attempt', 'my_quiz_attempts', 'my_quizzes'].includes(name) ? [one] : [one, other]
          const told = JSON.stringify(await callAs(database, cast.caller(actor), name, values).catch(errorCode))
          expect(told.includes(SECRET) || told.includes(attempt.id), `${actor} ${name}`).toBe(false)
          // XX000 would be an error of the function itself.
          expect(told).not.toContain('XX000')
        }
  await save(database, cast.person('student'), attempt.id, [])
})

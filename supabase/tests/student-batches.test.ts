import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'

type Answer = { id: string; outcome: string; code?: string }

const NOBODY = '00000000-0000-4000-8000-00000000dead'
let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())
beforeEach(() => owner(database, 'update users set is_active = true'))

const set = (actor: Actor, ids: string[], active = false, reason = 'חשד לשימוש לרעה') =>
  callAs<Answer[]>(database, cast.caller(actor), 'set_students_active', [ids, active, reason])
const ids = () => [cast.person('student').id, cast.person('otherStudent').id]
const outcomes = (answers: Answer[]) =>
  Object.fromEntries(answers.map(({ id, outcome, code }) => [id, code ?? outcome]))
const lines = async () => {
  const [row] = await owner<{ n: string }>(
    database,
    `select count(*) as n from audit_log where action like 'student %'`,
  )
  return Number(row?.n)
}

test('[6-07] a batch closes and reopens, answers per person, and each change has its line', async () => {
  const [student = '', other = ''] = ids()
  const before = await lines()
  expect(outcomes(await set('admin', [student, other, student]))).toEqual({ [student]: 'changed', [other]: 'changed' })
  expect(await lines()).toBe(before + 2)
  expect(outcomes(await set('admin', [student, NOBODY]))).toEqual({
    [student]: 'unchanged',
    [NOBODY]: 'USER_NOT_FOUND',
  })
  expect(outcomes(await set('super_admin', [student, other], true))).toEqual({
    [student]: 'changed',
    [other]: 'changed',
  })
  expect(await lines()).toBe(before + 4)
})

test('a batch that neither closes nor reopens changes nobody', async () => {
  const [student = ''] = ids()
  const neither = callAs<Answer[]>(database, cast.caller('admin'), 'set_students_active', [[student], null, 'בירור'])
  expect(outcomes(await neither)).toEqual({ [student]: 'INVALID_CHANGE' })
})

test('an account that is also that of a mightier member is refused, and the others are closed', async () => {
  const [student = ''] = ids()
  const boss = cast.person('super_admin')
  await owner(
    database,
    `insert into users (id, email, phone_number) values ($1, $2, '+972541119999') on conflict (id) do nothing`,
    [boss.id, boss.email],
  )
  expect(outcomes(await set('admin', [boss.id, student]))).toEqual({
    [boss.id]: 'INSUFFICIENT_LEVEL',
    [student]: 'changed',
  })
  expect(await owner(database, 'select is_active from users where id = $1', [boss.id])).toEqual([{ is_active: true }])
})

test('a reason is needed, and no batch holds more than a hundred', async () => {
  for (const reason of ['', ' אב ', 'א'.repeat(501)]) {
    expect(await set('admin', ids(), false, reason).catch(errorCode)).toBe('REASON_REQUIRED')
  }
  expect(
    await set(
      'admin',
      Array.from({ length: 101 }, () => NOBODY),
    ).catch(errorCode),
  ).toBe('TOO_MANY_AT_ONCE')
  expect(await set('admin', [])).toEqual([])
})

test('two batches of the same people in other orders do not wait for each other for ever', async () => {
  const [student = '', other = ''] = ids()
  const both = await Promise.all([set('admin', [student, other]), set('super_admin', [other, student])])
  const changed = both.flat().filter(({ outcome }) => outcome === 'changed')
  expect(changed).toHaveLength(2)
})

test.each(ACTORS)('[6-07] only users.manage closes accounts: %s', async (actor) => {
  const outcome = await set(actor, ids()).then(() => 'yes', errorCode)
  const manager = actor === 'admin' || actor === 'super_admin'
  expect(outcome).toBe(manager ? 'yes' : actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN')
})

test.each(ACTORS)('[6-14] all that match are named to students.view alone: %s', async (actor) => {
  const choice = callAs<[string, string][]>(database, cast.caller(actor), 'student_choice', ['{"states":["active"]}'])
  const viewer = actor === 'admin' || actor === 'super_admin'
  const outcome = await choice.then((found) => found.length > 0, errorCode)
  expect(outcome).toBe(viewer ? true : actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN')
})

test('nobody is named of a query for an id that is none', async () => {
  const choice = callAs(database, cast.caller('admin'), 'student_choice', ['{"id":"dana"}'])
  expect(await choice.catch(errorCode)).toBe('INVALID_CURSOR')
})

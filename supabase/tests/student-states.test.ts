import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const student = () => cast.person('student').id
const set = (actor: Actor, active: boolean, reason?: string) =>
  callAs(database, cast.caller(actor), 'set_student_active', [
    student(),
    active,
    ...(reason === undefined ? [] : [reason]),
  ]).then(() => 'done', errorCode)
const actions = (actor: Actor) =>
  callAs<Record<string, unknown>[]>(database, cast.caller(actor), 'student_actions', [student()])

test('[6-07] an account is closed and reopened with a reason, which stays beside the change', async () => {
  for (const reason of [undefined, '', '  ', 'אב', 'א'.repeat(501)]) {
    expect(await set('admin', false, reason)).toBe('REASON_REQUIRED')
  }
  expect(await actions('admin')).toEqual([])
  expect(await set('admin', false, '  חשד לשימוש לרעה  ')).toBe('done')
  expect(await owner(database, 'select is_active from users where id = $1', [student()])).toEqual([
    { is_active: false },
  ])
  expect(await set('admin', false, 'עוד פעם')).toBe('done')
  expect(await set('super_admin', true, 'נבדק ונמצא תקין')).toBe('done')
  expect(await actions('admin')).toMatchObject([
    { action: 'student reopened', reason: 'נבדק ונמצא תקין', actor: 'צוות' },
    { action: 'student closed', reason: 'חשד לשימוש לרעה', actor: 'צוות' },
  ])
})

test('the service key needs no reason', async () => {
  expect(await set('service_role', false)).toBe('done')
  expect(await set('service_role', true)).toBe('done')
})

test.each(ACTORS)('[6-14] what was done with an account is read with students.view: %s', async (actor) => {
  const outcome = await actions(actor).then(() => 'yes', errorCode)
  const viewer = actor === 'admin' || actor === 'super_admin'
  expect(outcome).toBe(viewer ? 'yes' : actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'

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
const actions = async () => {
  const timeline = await callAs<{ rows: Record<string, unknown>[] }>(
    database,
    cast.caller('admin'),
    'student_timeline',
    [student(), { kinds: ['staff'] }],
  )
  return timeline.rows.filter(({ what }) => !String(what).startsWith('looked_'))
}

test('[6-07] an account is closed and reopened with a reason, which stays beside the change', async () => {
  for (const reason of [undefined, '', '  ', 'אב', 'א'.repeat(501)]) {
    expect(await set('admin', false, reason)).toBe('REASON_REQUIRED')
  }
  expect(await actions()).toEqual([])
  expect(await set('admin', false, '  חשד לשימוש לרעה  ')).toBe('done')
  expect(await owner(database, 'select is_active from users where id = $1', [student()])).toEqual([
    { is_active: false },
  ])
  expect(await set('admin', false, 'עוד פעם')).toBe('done')
  expect(await set('super_admin', true, 'נבדק ונמצא תקין')).toBe('done')
  expect(await actions()).toMatchObject([
    { what: 'student reopened', detail: 'נבדק ונמצא תקין', actor: 'צוות' },
    { what: 'student closed', detail: 'חשד לשימוש לרעה', actor: 'צוות' },
  ])
})

test('the service key needs no reason', async () => {
  expect(await set('service_role', false)).toBe('done')
  expect(await set('service_role', true)).toBe('done')
})

test('[6-03] [6-07] the next request of a student who is watching is refused, and only that the account is closed is read', async () => {
  const { caller, id } = cast.person('otherStudent')
  const save = () =>
    callAs(database, caller, 'save_progress', [
      JSON.stringify([{ lesson_id: cast.id.lesson, course_id: cast.id.course, progress_seconds: 20 }]),
    ]).then(() => 'done', errorCode)
  const content = () =>
    rowsAs(database, caller, 'select lesson_id from lesson_contents where lesson_id = $1', [cast.id.lesson])
  expect(await save()).toBe('done')
  expect(await content()).toHaveLength(1)
  await callAs(database, cast.caller('admin'), 'set_student_active', [id, false, 'חשד לשימוש לרעה'])
  expect(await save()).toBe('FORBIDDEN')
  expect(await content()).toEqual([])
  expect(await rowsAs(database, caller, 'select is_active from users')).toEqual([{ is_active: false }])
})

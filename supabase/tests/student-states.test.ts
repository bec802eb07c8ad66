import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'

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

describe('closing an account', () => {
  test('[2.11-06] ends sessions, bans sign-in and hides everything but their own profile, at once', async () => {
    const dana = await signUp(database, 'closed@example.com')
    const boss = await signUpStaff(database, 'boss@academy.example', 'admin')
    const tables = ['bookmarks', 'user_progress', 'course_completions', 'consent_events', 'lesson_contents']
    await rowsAs(database, boss.caller, 'select public.set_student_active($1, false, $$reason$$)', [dana.id])
    for (const table of tables) expect(await rowsAs(database, dana.caller, `select 1 from ${table}`)).toEqual([])
    expect(await rowsAs(database, dana.caller, 'select is_active from users')).toEqual([{ is_active: false }])
    expect(await rowsAs(database, dana.caller, `update users set first_name = 'x' returning id`)).toEqual([])
    expect(await owner(database, 'select id from auth.sessions where user_id = $1', [dana.id])).toEqual([])
    const banned = await owner<{ future: boolean }>(
      database,
      'select banned_until > now() as future from auth.users where id = $1',
      [dana.id],
    )
    expect(banned[0]?.future).toBe(true)
    const lines = await owner(
      database,
      `select distinct actor from audit_log where entity = 'users' and entity_id = $1`,
      [dana.id],
    )
    expect(lines).toEqual([{ actor: boss.id }])
    await rowsAs(database, boss.caller, 'select public.set_student_active($1, true, $$reason$$)', [dana.id])
    expect(await owner(database, 'select banned_until from auth.users where id = $1', [dana.id])).toEqual([
      { banned_until: null },
    ])
  })

  test('[6-07] is for staff with users.manage only', async () => {
    const dana = await signUp(database, 'open@example.com')
    const analyst = await signUpStaff(database, 'analyst1@academy.example', 'analyst')
    for (const { caller } of [dana, analyst]) {
      const refused = await rowsAs(database, caller, 'select public.set_student_active($1, false, $$reason$$)', [
        dana.id,
      ]).catch(errorCode)
      expect(refused).toBe('FORBIDDEN')
    }
  })
})

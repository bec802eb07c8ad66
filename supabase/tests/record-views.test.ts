import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const open = (actor: Actor, student = cast.person('student').id) =>
  callAs<Record<string, unknown>>(database, cast.caller(actor), 'open_student_record', [student])
const views = () =>
  owner<Record<string, unknown>>(
    database,
    'select viewer_id, viewer_first_name, viewer_role, student_id, what from record_views order by id desc',
  )

test('[6-14] who may view students opens a record, and every opening leaves a line', async () => {
  const before = (await views()).length
  const record = await open('admin')
  expect(record).toMatchObject({ profile: { email: 'student@example.com' } })
  expect(record.courses).toMatchObject([{ course_id: cast.id.course, title_he: 'קורס' }])
  expect(record.consents).toContainEqual(expect.objectContaining({ purpose: 'terms', granted: true }))
  expect(record.tickets).toMatchObject([{ subject: 'שאלה', status: 'open' }])
  await open('super_admin')
  expect((await views()).slice(0, -before)).toMatchObject([
    { viewer_id: cast.adminId.super_admin, viewer_role: 'super_admin' },
    {
      viewer_id: cast.adminId.admin,
      viewer_first_name: 'צוות',
      viewer_role: 'admin',
      student_id: cast.person('student').id,
      what: 'record',
    },
  ])
})

test.each(ACTORS.filter((actor) => actor !== 'admin' && actor !== 'super_admin'))(
  '[6-14] %s opens no record and leaves no line',
  async (actor) => {
    const before = await views()
    expect(await open(actor).catch(errorCode)).toBe(
      actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN',
    )
    expect(await views()).toEqual(before)
  },
)

test('[6-14] a record that is not there leaves no line', async () => {
  const before = await views()
  expect(await open('admin', '00000000-0000-4000-8000-000000000000').catch(errorCode)).toBe('USER_NOT_FOUND')
  expect(await views()).toEqual(before)
})

test('the student reads who looked, with the name and role of then; others do not', async () => {
  await open('admin', cast.person('otherStudent').id)
  await owner(database, `update admin_users set first_name = 'אחרת' where id = $1`, [cast.adminId.admin])
  const mine = (actor: Actor) =>
    rowsAs(
      database,
      cast.caller(actor),
      `select viewer_first_name, viewer_role from record_views where student_id = $1 and viewer_id is not null`,
      [cast.person('otherStudent').id],
    )
  expect(await mine('otherStudent')).toEqual([{ viewer_first_name: 'צוות', viewer_role: 'admin' }])
  expect(await mine('student')).toEqual([])
  expect(await mine('admin')).toEqual([])
})

test('a line outlives the member of staff', async () => {
  const before = (await views()).length
  await owner(database, 'delete from admin_users where id = $1', [cast.adminId.admin])
  expect(await views()).toHaveLength(before)
})

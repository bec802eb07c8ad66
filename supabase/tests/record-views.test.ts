import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  callAs<null>(database, cast.caller(actor), 'open_student_record', [student])
const read = (actor: Actor, student = cast.person('student').id) =>
  callAs<Record<string, unknown>>(database, cast.caller(actor), 'read_student_record', [student])
const views = () =>
  owner<Record<string, unknown>>(
    database,
    'select viewer_id, viewer_first_name, viewer_role, student_id, what from record_views order by id desc',
  )

test('[6-14] who may view students opens a record, and every opening leaves a line', async () => {
  const before = (await views()).length
  await open('admin')
  const record = await read('admin')
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
    const refusal = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
    expect([await open(actor).catch(errorCode), await read(actor).catch(errorCode)]).toEqual([refusal, refusal])
    expect(await views()).toEqual(before)
  },
)

test('[6-14] a record that is not there leaves no line', async () => {
  const before = await views()
  expect(await open('admin', '00000000-0000-4000-8000-000000000000').catch(errorCode)).toBe('USER_NOT_FOUND')
  expect(await views()).toEqual(before)
})

describe('[6-14] a record is read by whoever opened it', () => {
  const OPENED = 'select public.open_student_record($1)'
  const student = () => cast.person('student').id
  const age = (minutes: number) =>
    owner(database, `update record_views set occurred_at = now() - $1 * interval '1 minute'`, [minutes])
  const refusal = () => read('admin').then(() => 'read', errorCode)
  beforeEach(() => age(60))

  test('within ten minutes, as often as it is needed', async () => {
    expect(await refusal()).toBe('RECORD_NOT_OPENED')
    await open('admin')
    expect([await refusal(), await refusal()]).toEqual(['read', 'read'])
    await age(11)
    expect(await refusal()).toBe('RECORD_NOT_OPENED')
  })

  test('not by a colleague, and not that of somebody else', async () => {
    await open('super_admin')
    await open('admin', cast.person('otherStudent').id)
    expect(await refusal()).toBe('RECORD_NOT_OPENED')
  })

  test('not in the transaction that opens it, whose line may still be taken back', async () => {
    const outcome = database.asCaller(cast.caller('admin'), async (tx) => {
      await tx.query(OPENED, [student()])
      return tx.query('select public.read_student_record($1)', [student()])
    })
    expect(await outcome.catch(errorCode)).toBe('RECORD_NOT_OPENED')
    const both = 'select public.open_student_record($1), public.read_student_record($1)'
    expect(await rowsAs(database, cast.caller('admin'), both, [student()]).catch(errorCode)).toBe('RECORD_NOT_OPENED')
  })

  test('not after an opening that was taken back', async () => {
    await database
      .asCaller(cast.caller('admin'), async (tx) => {
        await tx.query(OPENED, [student()])
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect(await refusal()).toBe('RECORD_NOT_OPENED')
  })
})

/** What PostgREST lets a client select from the one value of a function, and how it narrows it. */
const SHAPES: [string, string][] = [
  ['a cast of a member', `cast(to_jsonb(pgrst_scalar) -> 'profile' ->> 'email' as integer) as pgrst_scalar from src`],
  ['a cast of the whole', `cast(to_jsonb(pgrst_scalar) ->> 0 as integer) as pgrst_scalar from src`],
  ['a cast to a day', `cast(pgrst_scalar::text as date) as pgrst_scalar from src`],
  ['an aggregate with a cast', `cast(max(pgrst_scalar::text) as integer) as pgrst_scalar from src`],
  [
    'a cast that fails where the content is as guessed',
    `cast(case when pgrst_scalar::text like '%student@%' then pgrst_scalar::text else '1' end as integer)
     as pgrst_scalar from src`,
  ],
  ['a pattern that takes long', `pgrst_scalar from src where pgrst_scalar::text ~ '(x+x+)+y'`],
  ['a range behind the end', 'pgrst_scalar from src offset 5'],
  ['nothing special', 'pgrst_scalar from src'],
]

test.each(SHAPES)('[6-14] %s: whoever sees the content has left a line', async (_, shape) => {
  const student = cast.person('student').id
  await owner(database, 'delete from record_views')
  for (const name of ['read_student_record', 'open_student_record', 'read_student_record']) {
    const statement = `with src as (select pgrst_scalar from public.${name}($1) as pgrst_scalar)
      select coalesce(json_agg(t.pgrst_scalar) -> 0, 'null') as body from (select ${shape}) t`
    const seen = await rowsAs(database, cast.caller('admin'), statement, [student]).then(JSON.stringify, String)
    if (seen.includes('student@example.com')) expect(await views()).toMatchObject([{ student_id: student }])
    // Made to fail, the opening is taken back, and there is nothing to read.
    if ((await views()).length === 0) expect(await read('admin').catch(errorCode)).toBe('RECORD_NOT_OPENED')
  }
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

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'

type Export = { exported_at: string; data: Record<string, Record<string, unknown>[]> }

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())
beforeEach(() => owner(database, 'delete from private.attempts'))

const take = (actor: Actor) => callAs<Export>(database, cast.caller(actor), 'export_my_data')

/** Tables that name a person but hold nothing to hand out, each with its reason. */
const NOT_EXPORTED: Record<string, string> = {
  admin_users: 'the staff account of the same sign-in; staff see and change it in their own area',
}

/** Every table of ours that points at a person: by the name of the column, or by a foreign key. */
const TABLES_OF_PEOPLE = `
  select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and attnum > 0
    and not attisdropped and (attname in ('user_id', 'student_id') or relname = 'users' or exists (
      select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any (conkey)
        and confrelid in ('public.users'::regclass, 'auth.users'::regclass)))
  order by 1`

const TABLES_OF_VIEWS = `
  select distinct table_name as name from information_schema.view_table_usage
  where view_schema = 'private' and view_name like 'export\\_%'`

async function leftOut(): Promise<string[]> {
  const people = await owner<{ name: string }>(database, TABLES_OF_PEOPLE)
  const exported = new Set((await owner<{ name: string }>(database, TABLES_OF_VIEWS)).map(({ name }) => name))
  return people.map(({ name }) => name).filter((name) => !exported.has(name) && !(name in NOT_EXPORTED))
}

test('every table that names a person is in the export: a new one needs a view private.export_<section>', async () => {
  expect(await leftOut()).toEqual([])
})

test('the check can fail: a new table of a person is missed', async () => {
  await owner(database, 'create table public.thoughts (id int primary key, user_id uuid)')
  expect(await leftOut()).toEqual(['thoughts'])
  await owner(
    database,
    'create view private.export_thoughts with (security_invoker = true) as select user_id as person, id from thoughts',
  )
  expect(await leftOut()).toEqual([])
  expect((await take('student')).data.thoughts).toEqual([])
  await owner(database, 'drop table public.thoughts cascade')
})

test('the first column of every section is the person, who is not repeated in it', async () => {
  const first = await owner(
    database,
    `select relname from pg_class join pg_attribute on attrelid = pg_class.oid and attnum = 1
     where relnamespace = 'private'::regnamespace and relkind = 'v' and relname like 'export\\_%' and attname <> 'person'`,
  )
  expect(first).toEqual([])
  expect(JSON.stringify((await take('student')).data)).not.toContain('"person"')
})

test('a student takes out everything of the own, in words, and nothing of others', async () => {
  const student = cast.person('student')
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'שלום')`, [student.email])
  const { data, exported_at } = await take('student')
  expect(Date.now() - Date.parse(exported_at)).toBeLessThan(60_000)
  expect(Object.keys(data)[0]).toBe('profile')
  expect(data).toMatchObject({
    profile: [{ email: student.email, first_name: 'דנה', terms_consent: true }],
    bookmarks: [{ course: 'קורס' }],
    completed_courses: [{ course: 'קורס', lesson_count: 1 }],
    progress: [{ course: 'קורס', lesson: 'שיעור', progress_seconds: 10 }],
    lesson_notes: [{ course: 'קורס', lesson: 'שיעור', body: 'לבדוק' }],
    staff_views: [{ viewer_first_name: 'נועה', viewer_role: 'admin', what: 'record' }],
    support_tickets: [{ subject: 'שאלה', status: 'open' }],
    support_messages: [{ body: 'איך ממשיכים מכאן?', from_staff: false }],
    mails: [{ kind: 'x', subject: 'שלום' }],
    sessions: [{ device: null }],
  })
  expect(data.consents?.map(({ purpose }) => purpose).sort()).toEqual([
    'cookies_analytics',
    'marketing',
    'privacy',
    'terms',
  ])
  const text = JSON.stringify(data)
  for (const other of ['otherStudent', 'unverified', 'deactivated'] as const) {
    expect(text).not.toContain(cast.person(other).email)
    expect(text).not.toContain(cast.person(other).id)
  }
})

test.each(ACTORS.filter((actor) => !['student', 'otherStudent', 'unverified'].includes(actor)))(
  '%s takes out nothing',
  async (actor) => {
    const refused = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
    expect(await take(actor).catch(errorCode)).toBe(refused)
  },
)

test('five a day, each student for themselves', async () => {
  for (let i = 0; i < 5; i++) await take('student')
  expect(await take('student').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await take('otherStudent')).toMatchObject({ data: {} })
  await owner(database, `update private.attempts set occurred_at = occurred_at - interval '25 hours'`)
  expect(await take('student')).toMatchObject({ data: {} })
})

test('a session that is older than ten minutes has to prove itself first, and that costs none of the five', async () => {
  const { id } = cast.person('unverified')
  await owner(database, `update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [id])
  for (let i = 0; i < 6; i++) expect(await take('unverified').catch(errorCode)).toBe('REAUTHENTICATION_NEEDED')
  await owner(database, `update auth.sessions set created_at = now() - interval '9 minutes' where user_id = $1`, [id])
  expect(await take('unverified')).toMatchObject({ data: {} })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { COLUMN_TITLES } from '../../web/app/account/my-data/my-data-file.he.ts'
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
  'public.admin_users': 'the staff account of the same sign-in; staff see and change it in their own area',
  'public.invitation_history': 'an invitation to the staff, who see it in their own area',
  'private.list_exports':
    'a filter of a list that a member of the staff takes along, for an hour; the audit log keeps the line',
  'private.listed_students':
    'says of public.users and of learning days once more what lists search and sort by; the copy has both',
  'private.media_files': 'pictures that a member of the staff added to the site, which stay with the site',
  'private.content_previews': 'links to drafts that a member of the staff made, by their hash, until they end',
  'private.security_events': 'what strangers tried, by a masked address and a masked network that lead back to nobody',
  'auth.identities': 'says the address of the account once more, in the form of the sign-in service',
  'auth.one_time_tokens': 'hashes of links and codes under way, gone when they are used or after a day',
  'private.mail_codes': 'hashes of codes under way, gone when they are used or within the hour',
  'auth.flow_state': 'hashes of sign-ins under way, gone within the hour',
  'auth.refresh_tokens': 'hashes that renew a session; the session itself is in the copy',
  'auth.mfa_challenges': 'an address of the network beside a code that was asked for, for five minutes',
  'mail.outbox': 'in the copy through private.sign_in_mails: a hosted project has no such table',
  'mail.mailbox': 'mails as they arrive in the mailbox of development, which no academy that is open has',
}

/** Every table that points at a person: by what a column is called, or by a foreign key. */
const TABLES_OF_PEOPLE = `
  select distinct table_schema || '.' || columns.table_name as name from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema in ('public', 'private', 'auth', 'mail', 'storage') and table_type = 'BASE TABLE'
    and (column_name in ('user_id', 'student_id', 'person', 'email', 'recipient', 'phone_number', 'ip', 'ip_address')
      or column_name = 'address' and table_schema <> 'storage')
  union
  select relnamespace::regnamespace || '.' || relname from pg_constraint as confined
  join pg_class on pg_class.oid = confined.conrelid where confined.contype = 'f'
    and confined.confrelid in ('public.users'::regclass, 'auth.users'::regclass)
  order by 1`

const TABLES_OF_VIEWS = `
  select distinct table_schema || '.' || table_name as name from information_schema.view_table_usage
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
  expect(await leftOut()).toEqual(['public.thoughts'])
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

test('every column of the copy has its Hebrew word in account/my-data/my-data-file.he.ts', async () => {
  const columns = await owner<{ name: string }>(
    database,
    `select distinct column_name as name from information_schema.columns
     where table_schema = 'private' and table_name like 'export\\_%' and column_name <> 'person' order by 1`,
  )
  expect(columns.map(({ name }) => name).filter((name) => !(name in COLUMN_TITLES))).toEqual([])
})

test('a student takes out everything of their own, in words, and nothing of others', async () => {
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

test('the reasons for what is left out are about tables that there are', async () => {
  const people = (await owner<{ name: string }>(database, TABLES_OF_PEOPLE)).map(({ name }) => name)
  expect(Object.keys(NOT_EXPORTED).filter((name) => !people.includes(name))).toEqual([])
})

test('the mails of the sign-in, those to a former address and questions asked without signing in are in the copy', async () => {
  const { id, email } = cast.person('student')
  const former = 'former-student@example.com'
  await owner(
    database,
    `insert into private.security_notices (user_id, kind, recipient, token_hash, undo, due_at)
     values ($1, 'email_changed', $2, repeat('b', 64), jsonb_build_object('former_email', $2::text), now())`,
    [id, former],
  )
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind)
     values ($1, 'קישור כניסה', '', '', 'magiclink'), ('somebody@example.com', 'של אחר', '', '', 'magiclink')`,
    [email],
  )
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'לכתובת הקודמת')`, [
    former,
  ])
  await owner(database, `insert into email_suppressions (address, reason) values ($1, 'unsubscribed')`, [email])
  await owner(
    database,
    `insert into support_tickets (name, email, subject) values ('דנה', $1, 'בלי כניסה'), ('רות', 'ruth@example.com', 'של אחרת')`,
    [email],
  )
  const { data } = await take('student')
  expect(data.sign_in_mails).toMatchObject([{ kind: 'magiclink', subject: 'קישור כניסה' }])
  expect(data.mails?.map(({ subject }) => subject)).toContain('לכתובת הקודמת')
  expect(data.mail_suppressions).toMatchObject([{ purpose: 'marketing', reason: 'unsubscribed' }])
  expect(data.sign_in).toMatchObject([{ email }])
  const subjects = data.support_tickets?.map(({ subject }) => subject)
  expect(subjects).toContain('בלי כניסה')
  expect(subjects).not.toContain('של אחרת')
})

test('a former address that another account has by now brings none of its mails', async () => {
  const other = cast.person('otherStudent')
  await owner(
    database,
    `update private.security_notices set undo = jsonb_build_object('former_email', $2::text), recipient = $2 where user_id = $1`,
    [cast.person('student').id, other.email],
  )
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'של השנייה')`, [
    other.email,
  ])
  expect(JSON.stringify((await take('student')).data)).not.toContain('של השנייה')
})

test('an address that a student only asked for brings none of its mails', async () => {
  const { id } = cast.person('student')
  const wanted = 'wanted@example.com'
  await callAs(database, cast.caller('student'), 'begin_email_change')
  await owner(database, 'update auth.users set email_change = $2 where id = $1', [id, wanted])
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'של אדם זר')`, [wanted])
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind) values ($1, 'כניסה של אדם זר', '', '', 'magiclink')`,
    [wanted],
  )
  expect(JSON.stringify((await take('student')).data)).not.toContain('של אדם זר')
})

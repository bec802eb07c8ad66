import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { gatherCrowd } from './support/crowd.ts'
import { owner, rowsAs } from './support/outcome.ts'

let database: Database
let cast: Cast

beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  await gatherCrowd(database)
})
afterAll(() => database?.close())

/** The tables that a statement reads from end to end. */
async function scannedWhole(
  actor: Parameters<Cast['caller']>[0],
  sql: string,
  values: unknown[] = [],
): Promise<string[]> {
  const rows = await rowsAs<{ 'QUERY PLAN': string }>(
    database,
    cast.caller(actor),
    `explain (costs off) ${sql}`,
    values,
  )
  return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
}

const LARGE = [
  'users',
  'user_progress',
  'bookmarks',
  'lesson_notes',
  'lessons',
  'lesson_contents',
  'consent_events',
  'articles',
  'email_outbox',
  'page_views',
  'record_views',
  'support_tickets',
  'support_messages',
  'audit_log',
  'known_devices',
  'security_notices',
  'listed_students',
]
const student = () => cast.person('student').id

test.each([
  ['[7-09] their own profile', 'student', 'select * from users where id = $1', () => [student()]],
  ['[7-16] their own progress', 'student', 'select * from user_progress where user_id = $1', () => [student()]],
  [
    '[7-16] the progress of a lesson',
    'student',
    'select * from user_progress where user_id = $1 and lesson_id = $2',
    () => [student(), cast.id.lesson],
  ],
  [
    '[7-16] the progress of a course',
    'student',
    'select * from user_progress where user_id = $1 and course_id = $2',
    () => [student(), cast.id.course],
  ],
  [
    '[7-18] their own bookmarks',
    'student',
    'select * from bookmarks where user_id = $1 order by created_at desc',
    () => [student()],
  ],
  [
    'their own notes of a lesson',
    'student',
    'select * from lesson_notes where user_id = $1 and lesson_id = $2 order by position_seconds',
    () => [student(), cast.id.lesson],
  ],
  [
    'their own notes of a course',
    'student',
    'select * from lesson_notes where user_id = $1 and course_id = $2',
    () => [student(), cast.id.course],
  ],
  [
    'their own questions about a lesson',
    'student',
    'select id, status, created_at from support_tickets where user_id = $1 and lesson_id = $2 order by created_at desc',
    () => [student(), cast.id.lesson],
  ],
  [
    '[4-51] their own completed courses',
    'student',
    'select * from course_completions where user_id = $1',
    () => [student()],
  ],
  [
    '[5-01] the history of their own consents',
    'student',
    'select * from consent_events where user_id = $1 order by occurred_at desc limit 8',
    () => [student()],
  ],
  [
    'who looked at their own record',
    'student',
    'select * from record_views where student_id = $1 order by occurred_at desc limit 8',
    () => [student()],
  ],
  [
    '[7-15] the lessons of a course',
    'anonymous',
    'select * from lessons where course_id = $1 and is_published order by order_index',
    () => [cast.id.course],
  ],
  ['[7-15] a lesson', 'student', 'select * from lessons where id = $1', () => [cast.id.lesson]],
  ['the content of a lesson', 'student', 'select * from lesson_contents where lesson_id = $1', () => [cast.id.lesson]],
  [
    'the newest news',
    'anonymous',
    `select * from articles where kind = 'news' and is_published order by published_at desc limit 10`,
    () => [],
  ],
  ['an article', 'anonymous', 'select * from articles where slug = $1', () => ['n5']],
  [
    '[6-14] the newest students',
    'service_role',
    'select * from users order by created_at desc, id desc limit 51',
    () => [],
  ],
  ['[6-14] the progress of one student', 'admin', 'select * from user_progress where user_id = $1', () => [student()]],
  [
    '[6-17] the visits of a day',
    'service_role',
    `select count(*) from page_views where occurred_at > now() - interval '1 day'`,
    () => [],
  ],
  [
    'the mails to send',
    'service_role',
    `select * from email_outbox where status = 'queued' and next_attempt_at <= now() order by next_attempt_at limit 10`,
    () => [],
  ],
  [
    'the address at a point of the ring of decoys',
    'service_role',
    'select email from users where md5(id::text) collate "C" >= $1 order by md5(id::text) collate "C" limit 1',
    () => ['8000'],
  ],
  [
    'the last choice of a browser',
    'service_role',
    `select granted from consent_events where subject_key = $1 and user_id is null and purpose = 'cookies_analytics' order by occurred_at desc limit 1`,
    () => ['browser-key-1'],
  ],
  ['the phone of somebody', 'service_role', 'select * from users where phone_number = $1', () => ['+447010000005']],
] as const)('%s is found by an index', async (_, actor, sql, values) => {
  const scanned = await scannedWhole(actor, sql, [...values()] as unknown[])
  expect(scanned.filter((table) => LARGE.includes(table))).toEqual([])
})

test('[2.1-14] a file of a lesson is found by the index of the attachments, and its lesson by its key', async () => {
  const opening = `select may_open_lesson_file('lesson-files', $1) as may`
  const file = [`f/${cast.id.freeLesson}.pdf`]
  const scanned = await scannedWhole('student', opening, file)
  expect(scanned.filter((table) => LARGE.includes(table))).toEqual([])
  expect((await database.queryAsCaller(cast.caller('student'), opening, file)).rows).toEqual([{ may: true }])
})

test('[7-16] the courses of the dashboard are found by indexes', async () => {
  const [row] = await owner<{ body: string }>(
    database,
    `select substring(prosrc from 'return query(.*);\\s*end') as body from pg_proc where proname = 'courses_of'`,
  )
  const scanned = await scannedWhole(
    'student',
    (row?.body ?? '').replaceAll('courses_of.person', '(select auth.uid())'),
  )
  expect(row?.body).toContain('user_progress')
  expect(scanned.filter((table) => LARGE.includes(table))).toEqual([])
})

test('the check can fail: a column without an index is read from end to end', async () => {
  expect(await scannedWhole('service_role', `select * from users where first_name = 'x'`)).toEqual(['users'])
})

/** The large tables of which the statements, one transaction, read more than their indexes led to. */
async function readWhole(statements: [sql: string, values?: unknown[]][]): Promise<string[]> {
  return database.asOwner(async (tx) => {
    // Of this connection alone: what another did before may be added to the sums of all at any time.
    const read = async () => {
      const { rows } = await tx.query(
        `select relname as name, seq_tup_read as count from pg_stat_xact_user_tables
         where schemaname in ('public', 'private') and relname = any ($1) order by 1`,
        [LARGE],
      )
      return rows as { name: string; count: string }[]
    }
    const before = await read()
    for (const [sql, values] of statements) await tx.query(sql, values)
    const after = await read()
    return after.filter(({ count }, i) => count !== before[i]?.count).map(({ name }) => name)
  })
}

/** The lessons of the catalogue may be read whole: they do not grow with the students. */
const growing = (tables: string[]) => tables.filter((table) => table !== 'lessons')

test('removing a student touches the large tables by their indexes only', async () => {
  const [gone] = await owner<{ id: string }>(database, `select id from users where email = 'crowd77@example.com'`)
  expect(growing(await readWhole([['delete from auth.users where id = $1', [gone?.id]]]))).toEqual([])
})

test('so does deleting the accounts that are due, and taking out their own data', async () => {
  const [due] = await owner<{ id: string }>(
    database,
    `update users set deletion_due_at = now() - interval '1 day' where email = 'crowd78@example.com' returning id`,
  )
  const { claims } = cast.person('student').caller
  const takeOut: [string, unknown[]][] = [
    [`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]],
    ['select private.export_my_data()', []],
  ]
  expect(growing(await readWhole(takeOut))).toEqual([])
  expect(growing(await readWhole([['select private.purge_deleted_accounts(5)']]))).toEqual([])
  expect(await owner(database, 'select from users where id = $1', [due?.id])).toEqual([])
})

test('so does telling of a new device, and saying that it was somebody else', async () => {
  const [person] = await owner<{ id: string }>(
    database,
    `update auth.users set email_confirmed_at = now() where email = 'crowd80@example.com' returning id`,
  )
  const enter = `insert into auth.sessions (user_id, user_agent) values ($1, 'x (Linux) Firefox/1')`
  expect(await readWhole([[enter, [person?.id]]])).toEqual([])
  expect(await owner(database, 'select from private.known_devices where user_id = $1', [person?.id])).toHaveLength(2)
  expect(await readWhole([['select private.report_not_me($1)', ['80']]])).toEqual([])
  expect(await owner(database, 'select from auth.sessions where user_id = $1', [person?.id])).toEqual([])
})

test('[2.12-06] so does finding similar tickets, by the place in a lesson and by the words of a subject', async () => {
  const made = await owner<{ id: string }>(
    database,
    `insert into support_tickets (user_id, name, email, subject, course_id, lesson_id, position_seconds)
     select $1::uuid, 'דנה', 'similar@example.com', 'הסרטון נעצר', lessons.course_id, lessons.id, 5 from lessons where lessons.id = $2
     union all select $1::uuid, 'דנה', 'similar@example.com', 'הסרטון נעצר', null, null, null returning id`,
    [student(), cast.id.lesson],
  )
  expect(made).toHaveLength(2)
  for (const { id } of made) {
    const similar = 'select private.similar_tickets(tickets) from support_tickets as tickets where tickets.id = $1'
    expect(await readWhole([[similar, [id]]])).toEqual([])
  }
})

test('[6-14] so does every order of the list of students, and a search for a name', async () => {
  const { claims } = cast.person('admin').caller
  const after = { value: '2026-01-01', id: student() }
  for (const query of [
    {},
    { after },
    { sort: 'last_login_at', after },
    { sort: 'name', direction: 'asc', after },
    { search: 'יוסף', count: true },
    { states: ['closed'], sort: 'name' },
  ]) {
    const list: [string, unknown[]][] = [
      [`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]],
      ['select private.list_students($1)', [JSON.stringify(query)]],
    ]
    expect(await readWhole(list), JSON.stringify(query)).toEqual([])
  }
})

test('the check of reads can fail', async () => {
  expect(await readWhole([[`select * from users where first_name = 'x'`]])).toEqual(['users'])
})

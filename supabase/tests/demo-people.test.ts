import { beforeAll, expect, test } from 'vitest'
import { markAsDemo } from '../../server/src/seed/demo-academy.ts'
import { seedOnDemand } from '../../server/src/seed/index.ts'
import { previewPeople, seedPeople } from '../../server/src/seed/people.ts'
import { createWriter } from '../../server/src/seed/writer.ts'
import { backend, config, database, printed, withBackend } from './support/backend.ts'
import { owner } from './support/outcome.ts'

const STUDENTS = 250
const rows = <Row>(sql: string) => owner<Row>(database, sql)
const number = async (sql: string) => Number((await rows<{ n: string }>(`select (${sql}) as n`))[0]?.n)

const text = async (call: Parameters<typeof printed>[0]) => (await printed(call)).join('\n')
const add = () => text((say) => seedPeople(createWriter(backend, config), config, STUDENTS, say))
const foretell = () => text((say) => previewPeople(createWriter(backend, config), STUDENTS, say))
const remove = () => text((say) => seedOnDemand(backend, config, say, { removePeople: true }))

/** Six courses of five lessons, and the member of the staff who looks at records. */
const SHELVES = `
  with made as (
    insert into courses (title_he, is_published) select 'קורס ' || i, true from generate_series(1, 6) i returning id)
  insert into lessons (course_id, title_he, duration_seconds, order_index, is_published)
    select made.id, 'שיעור ' || i, 60 * i + 30, i, true from made, generate_series(1, 5) i;
  insert into lesson_contents (lesson_id) select id from lessons on conflict do nothing;
  insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'student@academy.example', now());
  insert into admin_users (email, first_name, role_id)
    select 'admin@academy.example', 'נועה', id from roles where name = 'admin'`

withBackend()
beforeAll(async () => {
  await markAsDemo(createWriter(backend, config), 'complete')
  for (const statement of SHELVES.split(';')) await rows(statement)
  await add()
})
const THEIRS = `(select id from users where email like '%@students.example')`
/** Everything about them, without what a clock or a sequence gives. */
const PORTRAIT = `
  select md5(string_agg(line, '|' order by line)) as everything from (
    select concat_ws(' ', id, email, first_name, last_name, phone_number, is_active, email_verified, marketing_consent, last_login_at, created_at, deletion_due_at) as line from users where id in ${THEIRS}
    union all select concat_ws(' ', user_id, lesson_id, watched_ranges, completed, last_watched) from user_progress where user_id in ${THEIRS}
    union all select concat_ws(' ', user_id, course_id, completed_at) from course_completions where user_id in ${THEIRS}
    union all select concat_ws(' ', id, user_id, subject, status, created_at) from support_tickets where user_id in ${THEIRS}
    union all select concat_ws(' ', id, priority, tags, snoozed_until, satisfaction, lesson_id is null) from support_tickets
    union all select concat_ws(' ', id, state, reason, settled_at, read_at) from private.campaign_recipients
    union all select concat_ws(' ', id, private.tags_of(id)) from users where id in ${THEIRS}
    union all select concat_ws(' ', address, reason, created_at) from email_suppressions
    union all select concat_ws(' ', user_id, purpose, granted, occurred_at) from consent_events where user_id in ${THEIRS}
    union all select concat_ws(' ', user_id, user_agent, ip, created_at) from auth.sessions where user_id in ${THEIRS}
    union all select concat_ws(' ', recipient, subject, status, sent_at) from email_outbox where recipient like '%@students.example'
    union all select concat_ws(' ', day, path_pattern, views) from page_view_days
    union all select concat_ws(' ', path_pattern, occurred_at, visitor_key) from page_views) as lines`

test('there are as many as asked for, marked, at addresses and numbers that nobody has', async () => {
  expect(await number(`select count(*) from auth.users where raw_app_meta_data @> '{"demo":true}'`)).toBe(STUDENTS)
  const strange = `select count(*) from users where id in ${THEIRS} and (phone_number !~ '^[+]9725010[0-9]{5}$' or phone_owed and phone_number is not null)`
  expect(await number(strange)).toBe(0)
})

test('each page of the staff has something of theirs to show', async () => {
  const found = async (from: string) => number(`select count(*) from ${from}`)
  for (const state of ['active', 'unverified', 'leaving', 'closed']) {
    expect([state, await found(`users where private.student_state(users) = '${state}'`)]).toEqual([
      state,
      expect.any(Number),
    ])
    expect(await found(`users where private.student_state(users) = '${state}'`)).toBeGreaterThan(0)
  }
  for (const table of [
    'user_progress',
    'course_completions',
    'bookmarks',
    'support_tickets',
    'consent_events',
    'record_views',
  ]) {
    expect([table, (await found(table)) > 5]).toEqual([table, true])
  }
  expect(await found('user_progress where not completed')).toBeGreaterThan(50)
  expect(await found(`support_tickets where status = 'closed'`)).toBeGreaterThan(5)
  expect(await found(`email_outbox where status = 'abandoned'`)).toBeGreaterThan(0)
  for (const state of ['draft', 'scheduled', 'paused', 'cancelled', 'done']) {
    const campaigns = `private.campaigns where occasion is null and state = '${state}'`
    expect([state, (await found(campaigns)) > 0]).toEqual([state, true])
  }
  const reached = await rows(
    `select campaigns.state, count(*) filter (where campaign_recipients.state = 'sent')::integer as sent,
       count(*) filter (where campaign_recipients.state = 'waiting')::integer as waiting,
       count(*) filter (where campaign_recipients.reason = 'cancelled')::integer as left_out
     from private.campaigns join private.campaign_recipients on campaign_id = campaigns.id
     where campaigns.state in ('paused', 'cancelled') group by campaigns.state order by campaigns.state`,
  )
  const some = expect.toSatisfy((count: number) => count > 1)
  expect(reached).toEqual([
    { state: 'cancelled', sent: some, waiting: 0, left_out: some },
    { state: 'paused', sent: some, waiting: some, left_out: 0 },
  ])
  for (const state of ['open', 'pending', 'solved', 'closed'])
    expect([state, (await found(`support_tickets where status = '${state}'`)) > 0]).toEqual([state, true])
  expect(await found('support_tickets where is_spam')).toBe(2)
  expect(await number('select count(distinct tag_id) from private.tagged_students')).toBe(4)
  expect(await found('private.canned_replies')).toBe(6)
  expect(await found(`support_tickets where email = 'student@academy.example' and last_from_staff`)).toBe(1)
  expect(await found(`private.campaign_recipients where state = 'sent'`)).toBeGreaterThan(100)
  expect(await number('select count(distinct reason) from email_suppressions')).toBe(4)
  expect(await number('select count(distinct day) from page_view_days')).toBeGreaterThan(300)
  expect(await found('page_views')).toBeGreaterThan(5_000)
})

test('nothing of it is an act of anybody: no line of the audit log, no mail that waits, no hint of a forgery, nothing to come', async () => {
  expect(
    await rows(`select action, entity from audit_log where entity in ('users', 'support_tickets', 'support_messages')`),
  ).toEqual([])
  expect(await number(`select count(*) from email_outbox where status = 'queued'`)).toBe(0)
  expect(await number(`select count(*) from private.security_notices`)).toBe(0)
  expect(await number('select count(*) from progress_flags')).toBe(0)
  const future = [
    'user_progress.last_watched',
    'users.created_at',
    'users.last_login_at',
    'support_messages.created_at',
    'page_views.occurred_at',
    'course_completions.completed_at',
    'consent_events.occurred_at',
  ]
  for (const column of future) {
    const [table, name] = column.split('.')
    expect([column, await number(`select count(*) from ${table} where ${name} > now()`)]).toEqual([column, 0])
  }
})

test('asking again adds nothing, and the same number and day make the same people', async () => {
  const before = await rows(PORTRAIT)
  expect(await foretell()).toContain(`made-up students: would add 0, would leave ${STUDENTS}`)
  expect(await add()).toContain(`0 added, ${STUDENTS} were there`)
  expect(await rows(PORTRAIT)).toEqual(before)
  expect(await remove()).toContain(`${STUDENTS} students removed`)
  await add()
  expect(await rows(PORTRAIT)).toEqual(before)
})

test('there are no numbers for more than 20,000, and nothing is changed then', async () => {
  const before = await rows(PORTRAIT)
  await expect(text((say) => seedOnDemand(backend, config, say, { students: 20_001 }))).rejects.toThrow('at most 20000')
  expect(await rows(PORTRAIT)).toEqual(before)
})

test('nothing that makes them stays in the database', async () => {
  expect(
    await rows(
      `select proname from pg_proc where proname ~ 'demo|made_up' or pronamespace::regnamespace::text ~ '^pg_temp'`,
    ),
  ).toEqual([{ proname: 'is_demo_people' }])
})

test('they are refused outside of a demo, by the database itself, and can be removed there', async () => {
  await rows(`update app_settings set value = 'false' where key = 'demo_academy'`)
  await remove()
  await expect(add()).rejects.toThrow('Made-up people are for a demo academy only')
  await rows(`update app_settings set value = 'true' where key = 'demo_academy'`)
  await add()
  await rows(`update app_settings set value = 'false' where key = 'demo_academy'`)
  await rows(`insert into page_view_days (day, path_pattern, views, visitors) values ('2020-01-01', '/', 5, 4)`)
  expect(await remove()).toContain('no demo')
  for (const from of [
    `users where id in ${THEIRS}`,
    'user_progress',
    `support_tickets where email like '%@students.example'`,
    'email_outbox',
    'auth.sessions',
    'page_views',
    'record_views',
    'lesson_answers',
    'email_suppressions',
    'private.canned_replies',
    'private.campaigns where occasion is null',
  ]) {
    expect([from, await number(`select count(*) from ${from}`)]).toEqual([from, 0])
  }
  expect(await rows('select views from page_view_days')).toEqual([{ views: 5 }])
})

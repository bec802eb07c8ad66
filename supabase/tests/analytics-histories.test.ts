import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { SERVICE, signUp } from './support/people.ts'

const DAY = 86_400_000
/** The clock goes forward and back in Israel; around each a day has 23 or 25 hours. */
const CLOCK_CHANGES = [Date.UTC(2026, 2, 27), Date.UTC(2026, 9, 25)]
const HISTORIES = Number(process.env.ANALYTICS_HISTORIES ?? 100)
const PATTERNS = ['/', '/courses', '/register']

const KINDS = [
  'mail',
  'ticket',
  'attempt',
  'visit',
  'visit',
  'watch',
  'watch',
  'complete',
  'complete',
  'complete',
] as const
const CORRECTIONS = [
  'settle',
  'close',
  'score',
  'forget',
  'reset',
  'leave',
  'register',
  'verify',
  'date',
  'count',
  'sum up visits',
] as const
type Event = { kind: (typeof KINDS | typeof CORRECTIONS)[number]; who: number; lesson: number; at: number }

let database: Database
let lessons: { id: string; course_id: string }[]
let quiz: string
beforeAll(async () => {
  database = await openAcademyDatabase()
  lessons = await owner(
    database,
    `with made as (insert into courses (title_he, is_published) select 'קורס', true from generate_series(1, 2) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published)
     select made.id, 'שיעור', 600, true from made, generate_series(1, 2) returning id, course_id`,
  )
  // As a form of its own, past the function that publishes: only attempts count here.
  const [made] = await owner<{ id: string }>(
    database,
    `insert into quizzes (course_id) select course_id from lessons limit 1 returning id`,
  )
  quiz = made?.id ?? ''
  await owner(
    database,
    `insert into quiz_versions (quiz_id, version, title_he, pass_percent, question_count) values ($1, 1, 'מבחן', 60, 1)`,
    [quiz],
  )
})
afterAll(() => database?.close())

const israel = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' })
const dayOf = (at: Date | number) => israel.format(at)
const shift = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
const weekOf = (day: string) => shift(day, -new Date(day).getUTCDay())
/** The job, when every lesson may be counted again. */
async function countAgain() {
  await ask(`update private.lesson_watching set counted_at = counted_at - interval '1 hour'`)
  return count()
}
const count = () => callAs<{ left: number }>(database, SERVICE, 'sum_up_analytics', [1000])
const ask = <Row>(sql: string, values: unknown[] = []) => owner<Row>(database, sql, values)

/** Sums by a name for what they count; zeros are left out. */
type Sums = Record<string, number>
const adder = () => {
  const sums: Sums = {}
  return { sums, add: (name: string, by = 1) => by > 0 && Object.assign(sums, { [name]: (sums[name] ?? 0) + by }) }
}

/** Counts the raw rows in another language by another calendar. */
async function recount(): Promise<Sums> {
  const { sums, add } = adder()
  const views = await ask<{ at: Date; pattern: string; key: string | null }>(
    'select occurred_at as at, path_pattern as pattern, visitor_key as key from page_views',
  )
  const seen = new Set<string>()
  for (const { at, pattern, key } of views) {
    for (const page of [pattern, 'all']) {
      const name = `${dayOf(at)} ${page}`
      add(`views ${name}`)
      if (key && !seen.has(`${name} ${key}`)) add(`visitors ${name}`)
      seen.add(`${name} ${key}`)
    }
  }
  const past = await ask<{ day: string; pattern: string; views: number; visitors: number }>(
    'select day::text, path_pattern as pattern, views, visitors from page_view_days',
  )
  for (const { day, pattern, ...counted } of past) {
    add(`views ${day} ${pattern}`, counted.views)
    add(`views ${day} all`, counted.views)
    add(`visitors ${day} ${pattern}`, counted.visitors)
  }
  const users = await ask<{ id: string; at: Date; verified: boolean }>(
    'select id, created_at as at, email_verified as verified from users',
  )
  const progress = await ask<{
    who: string
    lesson: string
    course: string
    begun: Date
    done: Date | null
    completed: boolean
  }>(
    `select user_id as who, lesson_id as lesson, course_id as course, created_at as begun, completed_at as done, completed from user_progress`,
  )
  const finished = await ask<{ who: string; course: string; at: Date }>(
    'select user_id as who, course_id as course, completed_at as at from course_completions',
  )
  for (const { id, at, verified } of users) {
    const day = dayOf(at)
    const own = progress.filter(({ who }) => who === id)
    add(`registered ${day}`)
    if (verified) add(`verified ${day}`)
    if (own.length > 0) add(`began ${day}`)
    if (own.some(({ completed }) => completed)) add(`completed_lesson ${day}`)
    if (finished.some(({ who }) => who === id)) add(`completed_course ${day}`)
  }
  const first = new Map<string, number>()
  for (const { who, lesson, course, begun, done } of progress) {
    add(`lesson began ${dayOf(begun)} ${lesson}`)
    if (done) add(`lesson completed ${dayOf(done)} ${lesson}`)
    first.set(`${course} ${who}`, Math.min(first.get(`${course} ${who}`) ?? Infinity, begun.getTime()))
  }
  for (const [pair, at] of first) add(`course began ${dayOf(at)} ${pair.split(' ')[0]}`)
  for (const { course, at } of finished) add(`course completed ${dayOf(at)} ${course}`)
  const learned = await ask<{ who: string; day: string }>('select user_id as who, day::text from private.learning_days')
  const weeks = new Set(learned.map(({ who, day }) => `${weekOf(day)} ${who}`))
  for (const pair of weeks) {
    const [week = '', who] = pair.split(' ')
    const cohort = weekOf(dayOf(users.find(({ id }) => id === who)?.at ?? 0))
    // Before that nobody knows any more who learned.
    if (week >= shift(dayOf(Date.now()), -60)) add(`week ${week} of ${cohort}`)
  }
  const watched = await ask<{ lesson: string; ranges: string }>(
    'select lesson_id as lesson, watched_ranges as ranges from user_progress',
  )
  for (const { lesson, ranges } of watched) {
    add(`watched ${lesson}`)
    for (const [, from, to] of ranges.matchAll(/\[(\d+),(\d+)\)/g)) {
      for (let second = Number(from); second < Number(to); second += 1) add(`watched ${lesson} ${second}`)
    }
  }
  for (const { at, kind, status } of await ask<{ at: Date; kind: string; status: string }>(
    `select created_at as at, kind, status from email_outbox where kind like 'own%'`,
  )) {
    if (dayOf(at) > shift(dayOf(Date.now()), -30)) add(`mail ${status} ${dayOf(at)} ${kind}`)
  }
  type Ticket = {
    at: Date
    status: string
    lesson: string | null
    who: string | null
    answered: Date | null
    due: Date
  }
  for (const { at, status, lesson, who, answered, due } of await ask<Ticket>(
    `select created_at as at, status, lesson_id as lesson, user_id as who, first_answer_at as answered, first_answer_due_at as due
     from support_tickets where not is_spam`,
  )) {
    if (answered) add(`ticket answered ${dayOf(at)}`)
    if (answered && answered <= due) add(`ticket in_time ${dayOf(at)}`)
    add(`ticket opened ${dayOf(at)}`)
    if (status === 'closed') add(`ticket closed ${dayOf(at)}`)
    if (lesson) add(`ticket of_lessons ${dayOf(at)}`)
    if (!who) add(`ticket of_visitors ${dayOf(at)}`)
  }
  const attempts = await ask<{ at: Date; who: string; passed: boolean }>(
    'select scored_at as at, user_id as who, passed from private.quiz_attempts where scored_at is not null order by created_at, id',
  )
  const tried = new Set<string>()
  for (const { at, who, passed } of attempts) {
    add(`attempts ${dayOf(at)}`)
    if (passed) add(`passed ${dayOf(at)}`)
    if (!tried.has(who)) {
      add('first attempts')
      if (passed) add('first passed')
    }
    tried.add(who)
  }
  return sums
}

/** What the tables of sums say. Of days whose single visits are gone, the visitors of all pages have a test of their own. */
async function kept(): Promise<Sums> {
  const { sums, add } = adder()
  const single = new Set(
    (await ask<{ at: Date }>('select occurred_at as at from page_views')).map(({ at }) => dayOf(at)),
  )
  for (const { day, pattern, ...counted } of await ask<{
    day: string
    pattern: string
    views: number
    visitors: number
  }>('select day::text, path_pattern as pattern, views, visitors from private.visit_sums')) {
    add(`views ${day} ${pattern || 'all'}`, counted.views)
    if (pattern || single.has(day)) add(`visitors ${day} ${pattern || 'all'}`, counted.visitors)
  }
  for (const { day, ...stages } of (await ask<{ day: string } & Sums>(
    'select day::text, registered, verified, began, completed_lesson, completed_course from private.cohort_sums',
  )) as { day: string }[]) {
    for (const [stage, students] of Object.entries(stages)) add(`${stage} ${day}`, Number(students))
  }
  for (const { week, cohort, students } of await ask<{ week: string; cohort: string; students: number }>(
    'select week::text, cohort::text, students from private.week_sums',
  ))
    add(`week ${week} of ${cohort}`, students)
  for (const of of ['lesson', 'course']) {
    for (const { day, id, began, completed } of await ask<{
      day: string
      id: string
      began: number
      completed: number
    }>(`select day::text, ${of}_id as id, began, completed from private.${of}_day_sums`)) {
      add(`${of} began ${day} ${id}`, began)
      add(`${of} completed ${day} ${id}`, completed)
    }
  }
  for (const { lesson, students, watched } of await ask<{ lesson: string; students: number; watched: number[] }>(
    'select lesson_id as lesson, students, watched from private.lesson_watching',
  )) {
    add(`watched ${lesson}`, students)
    for (const [second, by] of watched.entries()) add(`watched ${lesson} ${second}`, by)
  }
  for (const { day, kind, ...states } of (await ask(
    `select day::text, kind, sent, waiting as queued, failed as abandoned from private.mail_day_sums where kind like 'own%' and day > private.day_of(now()) - 30`,
  )) as { day: string; kind: string }[]) {
    for (const [state, mails] of Object.entries(states)) add(`mail ${state} ${day} ${kind}`, Number(mails))
  }
  for (const { day, ...figures } of (await ask(
    'select day::text, opened, closed, of_lessons, of_visitors, answered, in_time from private.ticket_day_sums',
  )) as {
    day: string
  }[]) {
    for (const [figure, tickets] of Object.entries(figures)) add(`ticket ${figure} ${day}`, Number(tickets))
  }
  for (const { day, attempts, passed } of await ask<{ day: string; attempts: number; passed: number }>(
    'select day::text, attempts, passed from private.quiz_day_sums',
  )) {
    add(`attempts ${day}`, attempts)
    add(`passed ${day}`, passed)
  }
  for (const { students, passed } of await ask<{ students: number; passed: number }>(
    'select students, passed from private.quiz_sums',
  )) {
    add('first attempts', students)
    add('first passed', passed)
  }
  return sums
}

const moments = fc.oneof(
  fc.integer({ min: -2 * DAY, max: 2 * DAY }).chain((off) => fc.constantFrom(...CLOCK_CHANGES.map((at) => at + off))),
  fc.integer({ min: 0, max: 55 * DAY }).map((ago) => Date.now() - ago),
  // Around midnight, as clocks of other zones would have it on another day.
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -4, max: 4 }))
    .map(([days, hours]) => Math.floor(Date.now() / DAY) * DAY - days * DAY + hours * 3_600_000),
)
const events = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, ...KINDS, ...CORRECTIONS),
    who: fc.nat(3),
    lesson: fc.nat(3),
    at: moments,
  }) as fc.Arbitrary<Event>,
  { minLength: 15, maxLength: 30 },
)

let serial = 0
/** Lets one thing happen, by whoever has that place; who is not there yet registers first. */
async function happen(people: (string | undefined)[], { kind, who, lesson, at }: Event): Promise<void> {
  const moment = new Date(Math.min(at, Date.now() - 60_000))
  if (kind === 'visit') {
    await ask(`insert into page_views (path_pattern, occurred_at, visitor_key) values ($1, $2, $3)`, [
      PATTERNS[lesson % 3],
      moment,
      who === 0 ? null : `visitor-key-${who}`,
    ])
    return
  }
  if (kind === 'mail') {
    await ask(`insert into email_outbox (kind, recipient, subject, created_at) values ($1, 'a@example.com', 's', $2)`, [
      `own_${who}`,
      moment,
    ])
    return
  }
  if (kind === 'settle') {
    await ask(
      `update email_outbox set status = case when $1 then 'sent' else 'abandoned' end, last_failure = 'permanent' where kind = $2 and status = 'queued'`,
      [lesson > 1, `own_${who}`],
    )
    return
  }
  if (kind === 'close') {
    await ask(
      `update support_tickets set status = 'closed', first_answer_at = $2, first_answer_due_at = $3, is_spam = $4 where subject = $1`,
      [`שאלה ${lesson}`, moment, new Date(moment.getTime() + (who - 1) * 60_000), who === 3],
    )
    return
  }
  if (kind === 'count') return void (await count())
  if (kind === 'sum up visits') return void (await callAs(database, SERVICE, 'sum_up_visits', [20000]))
  people[who] ??= (await signUp(database, `person${++serial}@example.com`, { verified: false })).id
  const id = people[who]
  const { id: lessonId, course_id } = lessons[lesson] ?? { id: '', course_id: '' }
  if (kind === 'watch' || kind === 'complete') {
    await ask(
      `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, completed, last_watched, created_at)
       values ($1, $2, $3, 30, $4, $5, $5) on conflict (user_id, lesson_id) do update set
         progress_seconds = excluded.progress_seconds, completed = excluded.completed, last_watched = excluded.last_watched`,
      [id, lessonId, course_id, kind === 'complete', moment],
    )
  }
  if (kind === 'ticket') {
    await ask(
      `insert into support_tickets (user_id, name, email, subject, course_id, lesson_id, created_at) values ($1, 'דנה', 'a@example.com', $2, $3, $4, $5)`,
      who === 0 ? [null, `שאלה ${lesson}`, null, null, moment] : [id, `שאלה ${lesson}`, course_id, lessonId, moment],
    )
  }
  if (kind === 'attempt') {
    await ask(
      `insert into private.quiz_attempts (id, user_id, quiz_id, version, created_at, started_at, submitted_at, ended_by, scored_at, points, percent, passed)
       values (gen_random_uuid(), $1, $2, 1, $3, $3, $3, 'student', $3, 1, 100, $4)`,
      [id, quiz, moment, lesson > 1],
    )
  }
  if (kind === 'score') {
    await ask('update private.quiz_attempts set passed = not passed, scored_at = $2 where user_id = $1', [id, moment])
  }
  if (kind === 'forget') await ask('delete from user_progress where user_id = $1 and lesson_id = $2', [id, lessonId])
  if (kind === 'reset') await ask('delete from user_progress where user_id = $1', [id])
  if (kind === 'register') await ask('update users set created_at = $2 where id = $1', [id, moment])
  if (kind === 'verify') await ask('update auth.users set email_confirmed_at = $2 where id = $1', [id, moment])
  if (kind === 'date') {
    await ask('update course_completions set completed_at = $3 where user_id = $1 and course_id = $2', [
      id,
      course_id,
      moment,
    ])
  }
  if (kind === 'leave') {
    await ask('delete from auth.users where id = $1', [id])
    people[who] = undefined
  }
}

test(
  '[2.12-08] sums are what a recount of the rows says, whatever came late or was corrected',
  async () => {
    for (const history of fc.sample(events, { numRuns: HISTORIES, seed: 16 })) {
      await ask('delete from auth.users')
      await ask('delete from page_views')
      await ask('delete from page_view_days')
      await ask(`delete from email_outbox`)
      await ask('delete from private.mail_day_sums')
      await ask('delete from support_tickets')
      const people: (string | undefined)[] = []
      for (const event of history) await happen(people, event)
      expect(await countAgain()).toEqual({ left: 0 })
      expect(await kept()).toEqual(await recount())
    }
  },
  60_000 + HISTORIES * 6_000,
)

test('what changes while the job counts is counted the next time', async () => {
  const dana = await signUp(database, 'slow@example.com')
  const day = dayOf(Date.now() - 20 * DAY)
  const read = async () => (await kept())[`registered ${day}`] ?? 0
  const before = await read()
  await database.asOwner(async (tx) => {
    await tx.query(`update public.users set created_at = now() - interval '20 days' where id = $1`, [dana.id])
    await count()
  })
  expect(await read()).toBe(before)
  await count()
  expect(await read()).toBe(before + 1)
})

test('visitors of all pages stand when the single visits are forgotten', async () => {
  await ask('delete from page_views')
  await ask('delete from page_view_days')
  const at = new Date(Date.now() - 40 * DAY)
  for (const pattern of PATTERNS) {
    await ask(
      `insert into page_views (path_pattern, occurred_at, visitor_key) select $1, $2, 'visitor-' || i from generate_series(1, 4) i`,
      [pattern, at],
    )
  }
  const whole = () =>
    ask(`select views, visitors from private.visit_sums where day = $1 and path_pattern = ''`, [dayOf(at)])
  await count()
  expect(await whole()).toEqual([{ views: 12, visitors: 4 }])
  await callAs(database, SERVICE, 'sum_up_visits', [20000])
  await count()
  expect(await ask('select from page_views')).toEqual([])
  expect(await whole()).toEqual([{ views: 12, visitors: 4 }])
})

test('who learned is forgotten after 60 days, and the weeks stand', async () => {
  const week = weekOf(dayOf(Date.now() - 75 * DAY))
  await ask('insert into private.week_sums (week, cohort, students) values ($1, $1, 12)', [week])
  await ask(`insert into private.analytics_marks (figure, key) values ('week', $1)`, [week])
  await count()
  expect(await ask('select students from private.week_sums where week = $1', [week])).toEqual([{ students: 12 }])
})

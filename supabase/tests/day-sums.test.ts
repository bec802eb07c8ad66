import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { SERVICE, signUp } from './support/people.ts'

const DAY = 86_400_000
/** The clock goes forward and back in Israel; around each a day has 23 or 25 hours. */
const CLOCK_CHANGES = [Date.UTC(2026, 2, 27), Date.UTC(2026, 9, 25)]
const PEOPLE = 6
const LESSONS = 4

type Sums = Record<string, number>
type Event = {
  kind: 'watch' | 'complete' | 'reset' | 'leave' | 'register' | 'count'
  who: number
  lesson: number
  at: number
}

let database: Database
let course: string
let lessons: string[]
beforeAll(async () => {
  database = await openAcademyDatabase()
  const made = await owner<{ id: string; course_id: string }>(
    database,
    `with c as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published)
     select c.id, 'שיעור', 600, true from c, generate_series(1, $1::int) returning id, course_id`,
    [LESSONS],
  )
  course = made[0]?.course_id ?? ''
  lessons = made.map(({ id }) => id)
})
afterAll(() => database?.close())

const israel = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' })
const dayOf = (at: Date | number) => israel.format(at)
/** By the calendar: so many times 24 hours ago it may have been a day later, before the clock was put back. */
const daysAgo = (days: number) => new Date(Date.parse(dayOf(Date.now())) - days * DAY).toISOString().slice(0, 10)
const count = () => callAs<{ days: number }>(database, SERVICE, 'sum_up_days', [400])

const write = (user: string, lesson: string, at: Date, completed: boolean) =>
  owner(
    database,
    `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, completed, last_watched)
     values ($1, $2, $3, 30, $4, $5) on conflict (user_id, lesson_id) do update set
       progress_seconds = excluded.progress_seconds, completed = excluded.completed, last_watched = excluded.last_watched`,
    [user, lesson, course, completed, at],
  )

/** Counts the raw rows in another language by another calendar. */
async function recount(): Promise<Record<string, Sums>> {
  const sums: Record<string, Sums> = {}
  const add = (day: string, name: string) => {
    const sum = sums[day] ?? { registrations: 0, active_students: 0, completed_lessons: 0, completed_courses: 0 }
    sums[day] = { ...sum, [name]: (sum[name] ?? 0) + 1 }
  }
  for (const [name, table, column] of [
    ['registrations', 'users', 'created_at'],
    ['completed_lessons', 'user_progress', 'completed_at'],
    ['completed_courses', 'course_completions', 'completed_at'],
  ] as const) {
    const rows = await owner<{ at: Date }>(
      database,
      `select ${column} as at from public.${table} where ${column} is not null`,
    )
    for (const { at } of rows) add(dayOf(at), name)
  }
  const learned = await owner<{ day: string }>(database, 'select day::text from private.learning_days')
  for (const { day } of learned) if (day >= daysAgo(60)) add(day, 'active_students')
  return sums
}

const NAMES = 'registrations, active_students, completed_lessons, completed_courses'
async function kept(): Promise<Record<string, Sums>> {
  const rows = await owner<Sums & { day: string }>(database, `select day::text, ${NAMES} from private.day_sums`)
  const found = rows.map(({ day, ...sums }) => [day, sums] as const)
  return Object.fromEntries(found.filter(([, sums]) => Object.values(sums).some((value) => Number(value) > 0)))
}

const moments = fc.oneof(
  fc.integer({ min: -3 * DAY, max: 3 * DAY }).chain((off) => fc.constantFrom(...CLOCK_CHANGES.map((at) => at + off))),
  fc.integer({ min: 0, max: 50 * DAY }).map((ago) => Date.now() - ago),
)
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('watch', 'watch', 'complete', 'complete', 'complete', 'reset', 'leave', 'register', 'count'),
    who: fc.nat(PEOPLE - 1),
    lesson: fc.nat(LESSONS - 1),
    at: moments,
  }) as fc.Arbitrary<Event>,
  { minLength: 20, maxLength: 40 },
)

test('sums by day are what a recount of the rows says, whatever came late or was corrected', async () => {
  let serial = 0
  for (const history of fc.sample(events, { numRuns: 12, seed: 73 })) {
    await owner(database, 'delete from auth.users')
    const people: (string | undefined)[] = []
    const learned = new Set<string>()
    for (const { kind, who, lesson, at } of history) {
      const moment = new Date(Math.min(at, Date.now() - 60_000))
      people[who] ??= (await signUp(database, `person${++serial}@example.com`)).id
      const id = people[who]
      if (kind === 'watch' || kind === 'complete') {
        const newest = await owner<{ at: Date }>(
          database,
          'select last_watched as at from user_progress where user_id = $1 and lesson_id = $2',
          [id, lessons[lesson]],
        )
        await write(id, lessons[lesson] ?? '', moment, kind === 'complete')
        if (!newest[0] || newest[0].at < moment) learned.add(`${dayOf(moment)} ${id}`)
      }
      if (kind === 'reset') await owner(database, 'delete from user_progress where user_id = $1', [id])
      if (kind === 'register') await owner(database, 'update users set created_at = $2 where id = $1', [id, moment])
      if (kind === 'count') await count()
      if (kind === 'leave') {
        await owner(database, 'delete from auth.users where id = $1', [id])
        people[who] = undefined
        for (const line of learned) if (line.endsWith(id)) learned.delete(line)
      }
    }
    await count()
    const expected = await recount()
    expect(await kept()).toEqual(expected)
    const recent = [...learned].filter((line) => line.slice(0, 10) >= daysAgo(60)).length
    expect(Object.values(expected).reduce((sum, day) => sum + (day.active_students ?? 0), 0)).toBe(recent)
  }
})

test('who watched without a connection was active on that day, though the lesson was watched since', async () => {
  const dana = await signUp(database, 'late@example.com')
  const [now, earlier] = [Date.now() - 120_000, Date.now() - 4 * DAY]
  await write(dana.id, lessons[0] ?? '', new Date(now), false)
  await owner(
    database,
    `update user_progress set watched_pieces = $2, last_watched = $3, progress_seconds = 60 where user_id = $1`,
    [dana.id, JSON.stringify([[0, 40, earlier]]), new Date(earlier + 1000)],
  )
  const days = await owner<{ day: string }>(
    database,
    'select day::text from private.learning_days where user_id = $1 order by day',
    [dana.id],
  )
  expect(days.map(({ day }) => day)).toEqual([dayOf(earlier), dayOf(now)])
})

test('what changes while the job counts is counted the next time', async () => {
  const dana = await signUp(database, 'slow@example.com')
  const day = daysAgo(20)
  const read = async () => (await kept())[day]?.registrations ?? 0
  const before = await read()
  await database.asOwner(async (tx) => {
    await tx.query(`update public.users set created_at = now() - interval '20 days' where id = $1`, [dana.id])
    await count()
  })
  expect(await read()).toBe(before)
  await count()
  expect(await read()).toBe(before + 1)
})

test('who learned is forgotten after 60 days, and the sum stands', async () => {
  const day = daysAgo(61)
  await owner(database, `delete from private.learning_days where day = $1`, [day])
  await owner(
    database,
    `insert into private.day_sums values ($1, 0, 7, 0, 0) on conflict (day) do update set active_students = 7`,
    [day],
  )
  const dana = await signUp(database, 'forgotten@example.com')
  await owner(database, 'insert into private.learning_days (day, user_id) values ($1, $2)', [day, dana.id])
  await owner(database, 'insert into private.days_to_count (day) values ($1)', [day])
  await count()
  const rows = await owner(database, 'select from private.learning_days where day = $1', [day])
  expect([rows.length, (await kept())[day]?.active_students]).toEqual([0, 7])
})

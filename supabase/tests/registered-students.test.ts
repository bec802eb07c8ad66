import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { type Person, SERVICE, signUpStaff } from './support/people.ts'

let database: Database
let manager: Person
/** The last and the first second of days in Israel, around both changes of the clock. */
const MOMENTS = [
  ...['2026-03-25T21:59:59Z', '2026-03-25T22:00:00Z', '2026-03-26T21:59:59Z', '2026-03-26T22:00:00Z'],
  ...['2026-03-27T20:59:59Z', '2026-03-27T21:00:00Z', '2026-03-28T20:59:59Z', '2026-03-28T21:00:00Z'],
  ...['2026-10-23T20:59:59Z', '2026-10-23T21:00:00Z', '2026-10-24T20:59:59Z', '2026-10-24T21:00:00Z'],
  ...['2026-10-25T21:59:59Z', '2026-10-25T22:00:00Z', '2026-10-26T21:59:59Z', '2026-10-26T22:00:00Z'],
]
beforeAll(async () => {
  database = await openAcademyDatabase()
  manager = await signUpStaff(database, 'manager@academy.example', 'admin')
  await owner(
    database,
    `with crowd as (insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'crowd' || place || '@example.com', now() from generate_series(1, cardinality($1::timestamptz[])) as place
       returning id, email)
     insert into users (id, email, phone_number, created_at)
     select id, email, '+97254' || lpad(place::text, 7, '0'), ($1::timestamptz[])[place]
     from (select id, email, substring(email from '[0-9]+')::integer as place from crowd) as people`,
    [MOMENTS],
  )
  await callAs(database, SERVICE, 'sum_up_days', [400])
})
afterAll(() => database?.close())

const listed = async (first: unknown, last: unknown) => {
  const query = JSON.stringify({ registered_from: first, registered_to: last, count: true })
  return (await callAs<{ total: number }>(database, manager.caller, 'list_students', [query])).total
}

test.each([
  ['2026-03-25', '2026-03-29'],
  ['2026-03-27', '2026-03-27'],
  ['2026-10-24', '2026-10-27'],
  ['2026-10-25', '2026-10-25'],
])('[2.12-08] the list behind a figure holds as many as the figure says: %s to %s', async (first, last) => {
  const figures = await owner<{ day: string; registrations: number }>(
    database,
    `select day::text, registrations from private.day_sums where day between $1 and $2`,
    [first, last],
  )
  const told = figures.reduce((sum, { registrations }) => sum + registrations, 0)
  expect(told).toBeGreaterThan(0)
  expect(await listed(first, last)).toBe(told)
})

test.each([
  ['2026-02-30', '2026-03-29'],
  ['2026-03-25', undefined],
  ["' or true --", '2026-03-29'],
  [{}, []],
])('what is no range of days finds nobody: %j to %j', async (first, last) => {
  expect(await listed(first, last)).toBe(0)
})

describe('[2.12-08] the students behind a figure', () => {
  const crowd = (place: number) => `(select id from users where email = 'crowd${place}@example.com')`
  beforeAll(async () => {
    await owner(
      database,
      `update users set email_verified = email in ('crowd5@example.com', 'crowd6@example.com', 'crowd7@example.com')
      where email like 'crowd%'`,
    )
    await owner(
      database,
      `with course as (insert into courses (title_he, is_published) values ('קורס', true) returning id),
         lesson as (insert into lessons (course_id, title_he, duration_seconds, is_published)
           select id, 'שיעור', 100, true from course returning id, course_id),
         watched as (insert into user_progress (user_id, lesson_id, course_id, completed, last_watched)
           select students.id, lesson.id, lesson.course_id, students.done, now() - interval '70 days'
           from lesson, (values (${crowd(5)}, true), (${crowd(6)}, false)) as students (id, done) returning 1)
       insert into course_completions (user_id, course_id, lesson_ids, lesson_count, completed_at)
       select ${crowd(5)}, course_id, array[id], 1, now() from lesson`,
    )
    // One of them learned on two days. Days are kept for sixty.
    await owner(
      database,
      `insert into private.learning_days (day, user_id)
       select private.day_of(now()) - ago, student from (values (5, ${crowd(5)}), (4, ${crowd(5)}), (4, ${crowd(6)}),
         (4, ${crowd(7)}), (2, ${crowd(8)})) as learned (ago, student) on conflict do nothing`,
    )
    await callAs(database, SERVICE, 'sum_up_analytics', [1000])
    await callAs(database, SERVICE, 'sum_up_days', [400])
  })
  const count = async (query: object) =>
    (await callAs<{ total: number }>(database, manager.caller, 'list_students', [{ ...query, count: true }])).total

  const dayBefore = async (ago: number) =>
    (await owner<{ day: string }>(database, 'select (private.day_of(now()) - $1::integer)::text as day', [ago]))[0]?.day

  test.each([
    [5, 1],
    [4, 3],
    [3, 0],
    [2, 1],
  ])('who learned %i days ago are the %i that the day says', async (ago, expected) => {
    const day = await dayBefore(ago)
    const [told] = await owner<{ active: number }>(
      database,
      'select active_students as active from private.day_sums where day = $1',
      [day],
    )
    expect(told?.active ?? 0).toBe(expected)
    expect(await count({ learned_from: day, learned_to: day })).toBe(expected)
  })

  test('a later day of a student hides none of the earlier ones', async () => {
    const day = await dayBefore(9)
    const note = (ago: number) =>
      owner(
        database,
        `insert into private.learning_days (day, user_id) values (private.day_of(now()) - ${ago}, ${crowd(9)})`,
      )
    await note(9)
    expect(await count({ learned_from: day, learned_to: day })).toBe(1)
    await note(8)
    // What a phone brings late is earlier than what is known.
    await note(30)
    expect(await count({ learned_from: day, learned_to: day })).toBe(1)
    expect(await count({ learned_from: await dayBefore(40), learned_to: await dayBefore(20) })).toBe(1)
    const last = () =>
      owner<{ ago: number | null }>(
        database,
        `select private.day_of(now()) - last_learned_on as ago from private.listed_students where id = ${crowd(9)}`,
      )
    // Days are forgotten, and the line of the list with them.
    for (const [forgotten, left] of [
      [30, 8],
      [8, 9],
      [9, null],
    ] as const) {
      await owner(
        database,
        `delete from private.learning_days where user_id = ${crowd(9)} and day = private.day_of(now()) - ${forgotten}`,
      )
      expect(await last()).toEqual([{ ago: left }])
    }
  })

  test('who learned on several days is one', async () => {
    const last = await dayBefore(4)
    expect(await count({ learned_from: await dayBefore(5), learned_to: last })).toBe(3)
    for (const wrong of ['2026-02-30', "' or true --", null])
      expect(await count({ learned_from: wrong, learned_to: last })).toBe(0)
  })

  test.each(['verified', 'began', 'completed_lesson', 'completed_course'] as const)(
    'of those who registered in some days, %s are as many as the funnel counts',
    async (stage) => {
      const [told] = await owner<{ counted: number }>(
        database,
        `select sum(${stage})::integer as counted from private.cohort_sums where day between '2026-03-25' and '2026-03-29'`,
      )
      expect(told?.counted).toBeGreaterThan(0)
      expect(await count({ registered_from: '2026-03-25', registered_to: '2026-03-29', stage })).toBe(told?.counted)
    },
  )

  test('a word that is no stage finds nobody', async () => {
    for (const stage of ['', 'x', "' or true --"]) expect(await count({ stage })).toBe(0)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Told = number | null
type Overview = {
  counted_at: string | null
  days: { day: string; views: number; registrations: number }[]
  totals: Record<string, number>
  before: Record<string, number>
  funnel: Record<string, Told>
  funnel_before: Record<string, Told>
  retention: { cohort: string; registered: number; weeks: Told[] }[]
  pages: { pattern: string; views: number; before: number }[]
}
const overview = (first: string, last: string, role = 'analyst') =>
  callAs<Overview>(database, as(role), 'analytics_overview', [first, last])

/** A day in Israel so many days from now. */
const day = (by: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(Date.now() + by * 86_400_000)

beforeAll(async () => {
  // 40 registered ten days ago; 23 of them verified, 12 began, 3 completed a lesson. Nine registered twenty days ago.
  await owner(
    database,
    `with made as (insert into auth.users (email) select 'crowd' || i || '@example.com' from generate_series(1, 49) i returning id, email)
     insert into users (id, email, created_at)
     select id, email, now() - case when row_number() over (order by email) <= 40 then interval '10 days' else interval '20 days' end from made`,
  )
  const lesson = `with made as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
    insert into lessons (course_id, title_he, duration_seconds, is_published) select id, 'שיעור', 600, true from made returning id`
  const [{ id } = { id: '' }] = await owner<{ id: string }>(database, lesson)
  const numbered = `(select users.id, row_number() over (order by email) as i from users where email like 'crowd%' and created_at > now() - interval '11 days')`
  await owner(
    database,
    `update auth.users set email_confirmed_at = now() where id in (select id from ${numbered} as people where i <= 23)`,
  )
  await owner(
    database,
    `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, completed)
     select people.id, lessons.id, lessons.course_id, 30, people.i <= 3 from ${numbered} as people, lessons where people.i <= 12 and lessons.id = $1`,
    [id],
  )
  for (const [ago, pattern, times] of [
    [3, '/', 5],
    [3, '/register', 2],
    [12, '/', 1],
  ]) {
    await owner(
      database,
      `insert into page_views (path_pattern, occurred_at) select $2, now() - make_interval(days => $1) from generate_series(1, $3)`,
      [ago, pattern, times],
    )
  }
  await callAs(database, SERVICE, 'sum_up_analytics', [1000])
  await callAs(database, SERVICE, 'sum_up_days', [400])
})

test('[2.12-08] a range is told day by day, with its sums beside those of as many days before', async () => {
  const { days, totals, before, pages, counted_at } = await overview(day(-10), day(-1))
  expect(days.map((line) => line.day)).toEqual(Array.from({ length: 10 }, (_, i) => day(i - 10)))
  expect([totals.views, before.views, totals.registrations, before.registrations]).toEqual([7, 1, 40, 9])
  expect(pages).toEqual([
    { pattern: '/', views: 5, before: 1 },
    { pattern: '/register', views: 2, before: 0 },
  ])
  expect(counted_at).not.toBeNull()
})

test('[2.12-08] what students did is told in fives, and of fewer than ten nothing', async () => {
  const { funnel, funnel_before } = await overview(day(-10), day(-1))
  expect(funnel).toEqual({
    ...{ views: 7, registration_views: 2, registered: 40 },
    ...{ verified: 25, began: 10, completed_lesson: null, completed_course: null },
  })
  // Of nine nothing is told but that they registered.
  expect(funnel_before).toMatchObject({ registered: 9, verified: null, began: null })
})

test('[2.12-08] two answers that differ by one person differ by nothing or by five', async () => {
  const told = async () => (await overview(day(-10), day(-10))).funnel
  const before = await told()
  // One more of the crowd, who begins at once.
  await owner(
    database,
    `with person as (insert into auth.users (email, email_confirmed_at) values ('one@example.com', now()) returning id, email),
     profile as (insert into users (id, email, created_at) select id, email, now() - interval '10 days' from person returning id)
     insert into user_progress (user_id, lesson_id, course_id, progress_seconds)
     select profile.id, lessons.id, lessons.course_id, 30 from profile, lessons`,
  )
  await callAs(database, SERVICE, 'sum_up_analytics', [1000])
  const after = await told()
  expect(after.registered).toBe(Number(before.registered) + 1)
  for (const stage of ['verified', 'began', 'completed_lesson', 'completed_course']) {
    expect([0, 5]).toContain(Number(after[stage]) - Number(before[stage]))
  }
})

test('[2.12-08] weeks of coming back: each cohort by its own size, small ones not at all', async () => {
  // Until today: those of the crowd learned in the week of today, which yesterday's is not on a Sunday.
  const { retention } = await overview(day(-10), day(0))
  expect(retention).toHaveLength(8)
  expect(retention.map(({ weeks }) => weeks.length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const crowd = retention.find(({ registered }) => registered >= 40)
  expect(crowd?.weeks.some((students) => students !== null && students % 5 === 0)).toBe(true)
  for (const { registered, weeks } of retention) {
    if (registered < 10) expect(weeks.every((students) => students === null)).toBe(true)
  }
})

test.each([
  ['admin', 'FORBIDDEN'],
  ['marketing', 'FORBIDDEN'],
  ['unknown', 'FORBIDDEN'],
  ['analyst', 'told'],
  ['super_admin', 'told'],
])('[6-17] %s: %s', async (role, outcome) => {
  expect(await overview(day(-2), day(-1), role).then(() => 'told', errorCode)).toBe(outcome)
})

test.each([
  [day(-1), day(-2)],
  [day(-1), day(1)],
  [day(-400), day(-1)],
  ['2019-12-31', '2020-01-01'],
  ['-infinity', day(-1)],
  [day(-1), 'infinity'],
  ['infinity', 'infinity'],
  [null, day(-1)],
  [day(-1), null],
])('a range of %s to %s is refused', async (first, last) => {
  for (const part of ['overview', 'courses', 'work']) {
    const asked = (role: string) => callAs(database, as(role), `analytics_${part}`, [first, last]).catch(errorCode)
    expect([await asked('analyst'), await asked('marketing')]).toEqual(['INVALID_RANGE', 'FORBIDDEN'])
  }
})

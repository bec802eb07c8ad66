import { beforeAll, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Told = number | null
type Courses = { courses: { id: string; began: Told; completed: Told; students: Told; average_percent: Told }[] }
type Course = { title: string; lessons: { id: string; began: Told; students: Told; average_percent: Told }[] } | null
type Lesson = {
  students: Told
  sentences: { start: number; end: number; text: string | null; students: Told }[]
} | null
const NOBODY = '00000000-0000-4000-8000-000000000000'
const day = (by: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(Date.now() + by * 86_400_000)
const ask = <Value>(name: string, values: unknown[]) => callAs<Value>(database, as('analyst'), name, values)
const count = () => callAs(database, SERVICE, 'sum_up_analytics', [1000])

let course: string
/** Watched by 40, by 9, and by 12 without a transcript. */
let lessons: string[]
beforeAll(async () => {
  const made = await owner<{ id: string; course_id: string }>(
    database,
    `with c as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published, order_index)
     select c.id, 'שיעור ' || i, 60, true, i from c, generate_series(1, 3) i returning id, course_id`,
  )
  course = made[0]?.course_id ?? ''
  lessons = made.map(({ id }) => id)
  await owner(
    database,
    `insert into lesson_contents (lesson_id, transcript) select id, '[{"start": 0, "end": 20, "text": "ראשון"}, {"start": 20, "end": 40, "text": "שני"}, {"start": 40, "end": 60, "text": "שלישי"}]'
     from unnest($1::uuid[]) with ordinality as l (id, n) where n < 3 on conflict (lesson_id) do update set transcript = excluded.transcript`,
    [lessons],
  )
  await owner(
    database,
    `with made as (insert into auth.users (email, email_confirmed_at) select 'crowd' || i || '@example.com', now() from generate_series(1, 40) i returning id, email)
     insert into users (id, email) select id, email from made`,
  )
  // All watch the first sentence, 23 the second, 9 the third.
  const watch = (lesson: number, least: number, ranges: string) =>
    owner(
      database,
      `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, watched_ranges)
       select users.id, $1, $2, 1, $4 from (select id, row_number() over (order by email) as i from users where email like 'crowd%') as users where i <= $3
       on conflict (user_id, lesson_id) do update set watched_ranges = excluded.watched_ranges`,
      [lessons[lesson], course, least, ranges],
    )
  await watch(0, 40, '{[0,20)}')
  await watch(0, 23, '{[20,40)}')
  await watch(0, 9, '{[40,58)}')
  await watch(1, 9, '{[0,20)}')
  await watch(2, 12, '{[0,20)}')
  await count()
})

test('[2.12-08] a lesson is told down to the sentence, in fives, and a sentence that fewer than ten watched not at all', async () => {
  const lesson = await ask<Lesson>('analytics_lesson', [lessons[0]])
  expect(lesson?.students).toBe(40)
  expect(lesson?.sentences).toEqual([
    { start: 0, end: 20, text: 'ראשון', students: 40 },
    { start: 20, end: 40, text: 'שני', students: 25 },
    { start: 40, end: 60, text: 'שלישי', students: null },
  ])
})

test('[2.12-08] of a lesson that fewer than ten watched nothing is told', async () => {
  expect(await ask<Lesson>('analytics_lesson', [lessons[1]])).toMatchObject({ students: null, sentences: [] })
})

test('a lesson without a transcript is told in quarters of a minute', async () => {
  const lesson = await ask<Lesson>('analytics_lesson', [lessons[2]])
  expect(lesson?.sentences).toEqual([
    { start: 0, end: 15, text: null, students: 10 },
    // Five of its fifteen seconds were watched by all twelve: four on average.
    { start: 15, end: 30, text: null, students: null },
  ])
})

test('[2.12-08] courses and lessons: began, ever, and how much was watched on average', async () => {
  const { courses } = await ask<Courses>('analytics_courses', [day(-6), day(0)])
  expect(courses).toMatchObject([{ id: course, began: 40, completed: null, students: 40, average_percent: 26 }])
  const told = await ask<Course>('analytics_course', [course, day(-6), day(0)])
  expect(told?.lessons.map(({ began, students }) => [began, students])).toEqual([
    [40, 40],
    [null, null],
    [10, 10],
  ])
  expect(told?.lessons[1]?.average_percent).toBeNull()
  const before = await ask<Courses>('analytics_courses', [day(-12), day(-6)])
  expect(before.courses[0]).toMatchObject({ began: null, students: 40 })
})

test('a lesson is counted again no sooner than half an hour later, and then with what came since', async () => {
  const students = async () => (await ask<Lesson>('analytics_lesson', [lessons[2]]))?.students
  await owner(database, `delete from user_progress where lesson_id = $1`, [lessons[2]])
  await count()
  expect(await students()).toBe(10)
  await owner(database, `update private.lesson_watching set counted_at = counted_at - interval '1 hour'`)
  await count()
  expect(await students()).toBeNull()
})

test('lines of lessons go once they were counted after their day', async () => {
  const lines = () => owner(database, 'select from private.lessons_watched where day < private.day_of(now())')
  await owner(database, `update private.lessons_watched set day = day - 3 where lesson_id = $1`, [lessons[0]])
  await owner(database, `update private.lesson_watching set counted_at = counted_at - interval '1 hour'`)
  expect(await lines()).toHaveLength(1)
  await count()
  expect(await lines()).toEqual([])
})

test('nothing is told of what there is not', async () => {
  expect(await ask('analytics_lesson', [NOBODY])).toBeNull()
  expect(await ask('analytics_test', [NOBODY])).toBeNull()
  expect(await ask('analytics_course', [NOBODY, day(-6), day(0)])).toBeNull()
})

test.each([
  ['analytics_courses', [day(-6), day(0)]],
  ['analytics_course', [NOBODY, day(-6), day(0)]],
  ['analytics_lesson', [NOBODY]],
  ['analytics_tests', [day(-6), day(0)]],
  ['analytics_test', [NOBODY]],
  ['analytics_work', [day(-6), day(0)]],
])('[6-17] %s is for analytics.view, and refuses days that can not be told', async (name, values) => {
  for (const role of ['admin', 'marketing', 'unknown']) {
    expect(await callAs(database, as(role), name, values).catch(errorCode)).toBe('FORBIDDEN')
  }
  if (values.length > 1) {
    const days = values.map((value) => (value === day(0) ? day(2) : value))
    expect(await ask(name, days).catch(errorCode)).toBe('INVALID_RANGE')
  }
})

test('[2.12-08] tests: in fives, and the hardest question first, without its key', async () => {
  const [{ id: quiz } = { id: '' }] = await owner<{ id: string }>(
    database,
    'insert into quizzes (course_id) values ($1) returning id',
    [course],
  )
  await owner(
    database,
    `insert into quiz_versions (quiz_id, version, title_he, pass_percent, question_count) values ($1, 1, 'מבחן', 60, 2)`,
    [quiz],
  )
  await owner(database, `insert into private.quiz_pools (quiz_id, version, pool, topic) values ($1, 1, 1, 'נושא')`, [
    quiz,
  ])
  await owner(
    database,
    `insert into private.quiz_questions (quiz_id, version, place, pool, question_id, definition)
     select $1, 1, i, 1, gen_random_uuid(), jsonb_build_object('kind', 'true-false', 'text', 'שאלה ' || i, 'right', 'true') from generate_series(1, 2) i`,
    [quiz],
  )
  await owner(database, 'update quizzes set version = 1, is_published = true where id = $1', [quiz])
  const attempt = (most: number) =>
    owner(
      database,
      `with people as (select id, row_number() over (order by email) as i from users where email like 'crowd%'),
       made as (insert into private.quiz_attempts (id, user_id, quiz_id, version, started_at, submitted_at, ended_by, scored_at, points, percent, passed)
         select gen_random_uuid(), id, $1, 1, now(), now(), 'student', now(), case when i % 2 = 0 then 2 else 1 end, 100, i % 2 = 0 from people where i <= $2 returning id, points)
       insert into private.quiz_attempt_questions (attempt_id, position, place, points)
       select made.id, place, place, case when place = 1 then 1 else made.points - 1 end from made, generate_series(1, 2) place`,
      [quiz, most],
    )
  await attempt(9)
  await count()
  const one = () => ask<{ students: Told; questions: Record<string, unknown>[] }>('analytics_test', [quiz])
  expect(await one()).toMatchObject({ students: null, questions: [] })
  await owner(database, 'delete from private.quiz_attempts where quiz_id = $1', [quiz])
  await attempt(40)
  await count()
  const { tests } = await ask<{ tests: object[] }>('analytics_tests', [day(0), day(0)])
  expect(tests).toMatchObject([{ attempts: 40, passed: 20, students: 40, first_passed: 20 }])
  const { questions } = await one()
  expect(questions).toMatchObject([
    { text: 'שאלה 2', answers: 40, share: 50 },
    { text: 'שאלה 1', answers: 40, share: 100, discrimination: null },
  ])
  expect(JSON.stringify(questions)).not.toContain('right')
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { removeCourses } from './support/content.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

type Row = { course_id: string; completed_at: Date | null } & Record<string, unknown>

let database: Database
let dana: Person
let noa: Person
let category: string
let course: string
let first: string
let second: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noa = await signUp(database, 'noa@example.com')
  await owner(database, `update users set created_at = now() - interval '1 year'`)
  category = await add(`insert into categories (name_he, slug) values ('יסודות', 'basics')`)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await removeCourses(database)
  await owner(database, 'delete from private.progress_resets')
  course = await newCourse('ריבית')
  first = await newLesson(course, 0, 100)
  second = await newLesson(course, 1, 300)
})

async function add(sql: string, values: unknown[] = []): Promise<string> {
  const rows = await owner<{ id: string }>(database, `${sql} returning id`, values)
  return rows[0]?.id ?? ''
}
const newCourse = (title: string) =>
  add(`insert into courses (title_he, category_id, thumbnail_url, is_published) values ($1, $2, '/t.webp', true)`, [
    title,
    category,
  ])
const newLesson = (of: string, order: number, seconds: number, isPublished = true) =>
  add(
    `insert into lessons (course_id, title_he, order_index, duration_seconds, is_published, created_at)
     values ($1, 'שיעור ' || $2::int, $2, $3, $4, now() - interval '1 year')`,
    [of, order, seconds, isPublished],
  )
const mine = (person = dana) => rowsAs<Row>(database, person.caller, 'select * from my_courses()')
const complete = (lesson: string, completed = true) =>
  callAs(database, dana.caller, 'set_lesson_completed', [lesson, completed])
const watch = (of: string, lesson: string, seconds: number, minute: number, person = dana) =>
  callAs(database, person.caller, 'save_progress', [
    JSON.stringify([
      {
        lesson_id: lesson,
        course_id: of,
        progress_seconds: seconds,
        watched_ranges: `{[0,${seconds})}`,
        last_watched: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
      },
    ]),
  ])

describe('the courses of a student', () => {
  test('[3-18] [7-16] [9-39] come summed up, the last watched first, each with the lesson to go on with', async () => {
    const other = await newCourse('תקציב')
    const lesson = await newLesson(other, 0, 60)
    await watch(course, first, 30, 1)
    await watch(course, second, 80, 5)
    await watch(other, lesson, 10, 3)
    await watch(other, lesson, 50, 9, noa)
    expect(await mine()).toEqual([
      {
        course_id: course,
        title_he: 'ריבית',
        thumbnail_url: '/t.webp',
        category_name: 'יסודות',
        lesson_count: 2,
        published_seconds: 400,
        completed_lessons: 0,
        watched_seconds: 110,
        last_watched: new Date(Date.UTC(2026, 0, 1, 10, 5)),
        last_lesson_id: second,
        last_lesson_title: 'שיעור 1',
        position_seconds: '80',
        completed_at: null,
        new_lessons: 0,
      },
      expect.objectContaining({ course_id: other, lesson_count: 1, watched_seconds: 10, last_lesson_id: lesson }),
    ])
  })

  test('[6-04] leave out what is no longer published, and courses of which nothing else is left', async () => {
    await watch(course, first, 30, 1)
    await watch(course, second, 80, 5)
    await owner(database, 'update lessons set is_published = false where id = $1', [second])
    expect(await mine()).toMatchObject([{ lesson_count: 1, published_seconds: 100, last_lesson_id: first }])
    await owner(database, 'update lessons set is_published = false')
    expect(await mine()).toEqual([])
    await owner(database, 'update lessons set is_published = true')
    await owner(database, 'update courses set is_published = false')
    expect(await mine()).toEqual([])
  })

  test('[6-04] are nobody else’s, and nobody’s without an account', async () => {
    await watch(course, first, 30, 1)
    expect(await mine(noa)).toEqual([])
    await expect(
      rowsAs(database, { role: 'anon', claims: { role: 'anon' } }, 'select * from my_courses()'),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the completion of a course', () => {
  beforeEach(async () => {
    await complete(first)
    await complete(second)
  })
  const completion = async () => (await rowsAs<Row>(database, dana.caller, 'select * from course_completions'))[0]

  test('[4-51] keeps the lessons of its day', async () => {
    expect(await completion()).toMatchObject({ lesson_count: 2, lesson_ids: [first, second] })
    expect(await mine()).toMatchObject([{ new_lessons: 0, completed_at: expect.any(Date) }])
  })

  test('[4-51] does not fall back when lessons are added or hidden; what is new is counted', async () => {
    const before = await completion()
    const third = await newLesson(course, 2, 50)
    await newLesson(course, 3, 50, false)
    expect(await mine()).toMatchObject([{ lesson_count: 3, completed_lessons: 2, new_lessons: 1 }])
    await owner(database, 'update lessons set is_published = false where id = $1', [first])
    expect(await mine()).toMatchObject([{ lesson_count: 2, completed_lessons: 1, new_lessons: 1 }])
    await complete(third)
    expect(await mine()).toMatchObject([{ completed_lessons: 2, new_lessons: 0 }])
    await owner(database, 'update lessons set is_published = false')
    expect(await completion()).toEqual(before)
  })

  test('[4-51] stays when a completion is taken back and when the course is started anew', async () => {
    const before = await completion()
    await complete(first, false)
    expect(await mine()).toMatchObject([{ completed_lessons: 1, new_lessons: 0, completed_at: before?.completed_at }])
    await callAs(database, dana.caller, 'reset_course_progress', [course])
    expect(await mine()).toEqual([])
    expect(await completion()).toEqual(before)
    await callAs(database, dana.caller, 'set_lesson_completed', [second, true])
    expect(await mine()).toMatchObject([{ completed_lessons: 1, new_lessons: 0, completed_at: before?.completed_at }])
    await complete(first)
    expect(await completion()).toEqual(before)
  })
})

import { expect, test } from 'vitest'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { course, database, endless, lesson, stored, student, withLessons, write } from './support/watching.ts'

withLessons()

const lasts = (seconds: number, id = lesson) =>
  owner(database, 'update lessons set duration_seconds = $1 where id = $2', [seconds, id])
async function mine() {
  const [row] = await rowsAs<{ watched_seconds: number; published_seconds: number; completed_lessons: number }>(
    database,
    student.caller,
    'select watched_seconds, published_seconds, completed_lessons from my_courses()',
  )
  return row
}

test('[9-39] a lesson that became shorter counts at most its length, and what was watched stays', async () => {
  await write({ progress_seconds: 97, watched_ranges: '{[0,20),[500,577)}' })
  await lasts(90)
  expect(await stored()).toMatchObject({
    watched_seconds: 20,
    watch_progress: '22.22',
    completed: false,
    watched_ranges: '{[0,20),[500,577)}',
  })
  expect(await mine()).toMatchObject({ watched_seconds: 20, published_seconds: 90, completed_lessons: 0 })
  await lasts(600)
  expect(await stored()).toMatchObject({ watched_seconds: 97, completed: false })
})

test('[4-49] [9-38] what was watched of it can be enough now', async () => {
  await write({ progress_seconds: 97 })
  await lasts(90)
  expect(await stored()).toMatchObject({ watched_seconds: 90, watch_progress: '100', completed: true })
  expect(await mine()).toMatchObject({ watched_seconds: 90, published_seconds: 90, completed_lessons: 1 })
  await lasts(600)
})

test('[4-51] a finished course whose lessons became longer stays finished', async () => {
  await lasts(60)
  await lasts(60, endless)
  await write({ progress_seconds: 60 })
  await callAs(database, student.caller, 'set_lesson_completed', [endless, true])
  await lasts(600)
  await lasts(0, endless)
  expect(await stored()).toMatchObject({ watched_seconds: 600, watch_progress: '100', completed: true })
  expect(await mine()).toMatchObject({ watched_seconds: 600, published_seconds: 600, completed_lessons: 2 })
  await write({ progress_seconds: 10, watched_ranges: '{[0,10)}' })
  expect(await stored()).toMatchObject({ watched_seconds: 600, completed: true })
})

test('[4-51] a course whose last lesson is completed by it is recorded as completed', async () => {
  await callAs(database, student.caller, 'set_lesson_completed', [endless, true])
  await write({ progress_seconds: 97 })
  const done = () => owner(database, 'select lesson_count from course_completions')
  expect(await done()).toEqual([])
  await lasts(90)
  expect(await done()).toEqual([{ lesson_count: 2 }])
  await lasts(600)
})

test('[9-39] a lesson of unknown length makes no course whole', async () => {
  await write({ lesson_id: endless, progress_seconds: 5_000 })
  expect(await mine()).toMatchObject({ watched_seconds: 0, published_seconds: 600 })
  await lasts(5_000, endless)
  expect(await stored(endless)).toMatchObject({ watched_seconds: 5_000, completed: true })
  await lasts(0, endless)
})

test('a save of a lesson that became shorter meanwhile is counted by its length of now', async () => {
  await write({ progress_seconds: 500, watched_ranges: '{[400,500)}' })
  await lasts(90)
  await write({ progress_seconds: 30, watched_ranges: '{[0,30)}' })
  expect(await stored()).toMatchObject({ watched_seconds: 30, completed: false, watched_ranges: '{[0,30),[400,500)}' })
  await lasts(600)
})

test('staff may change the length of a lesson that more than 500 students watch', async () => {
  await owner(
    database,
    `with accounts as (
       insert into auth.users (email) select 'crowd' || n || '@example.com' from generate_series(1, 501) n returning id, email
     ), people as (insert into users (id, email) select id, email from accounts returning id)
     insert into user_progress (user_id, lesson_id, course_id, progress_seconds) select id, $1, $2, 45 from people`,
    [lesson, course],
  )
  await lasts(90)
  expect(await owner(database, 'select distinct watch_progress from user_progress')).toEqual([{ watch_progress: '50' }])
  await lasts(600)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUp } from './support/people.ts'

const DURATION = 1200
let database: Database
let dana: Person
let noam: Person
let unverified: Person
let course: string
let lessons: string[]

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noam = await signUp(database, 'noam@example.com')
  unverified = await signUp(database, 'new@example.com', { verified: false })
  await owner(database, `update users set created_at = now() - interval '1 year'`)
  const [made] = await owner<{ id: string }>(
    database,
    `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  course = made?.id ?? ''
  const rows = await owner<{ id: string }>(
    database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published, created_at)
     select $1, 'שיעור', $2, true, now() - interval '1 year' from generate_series(1, 3) returning id`,
    [course, DURATION],
  )
  lessons = rows.map(({ id }) => id)
})
afterAll(() => database?.close())
beforeEach(() =>
  owner(
    database,
    `with a as (delete from user_progress), b as (delete from private.removed_progress), c as (delete from progress_flags)
     delete from private.progress_resets`,
  ),
)

/** A person who is in the middle of a course: one lesson done, one under way since yesterday. */
async function watch(person = dana): Promise<void> {
  await callAs(database, person.caller, 'set_lesson_completed', [lessons[0], true])
  await rowsAs(
    database,
    person.caller,
    `insert into user_progress (lesson_id, course_id, progress_seconds, watched_ranges, last_watched)
     values ($1, $2, 700, '{[0,700)}', now() - interval '1 day')`,
    [lessons[1], course],
  )
}
const reset = (caller: Caller = dana.caller) => callAs<number>(database, caller, 'reset_course_progress', [course])
const undo = (caller: Caller = dana.caller) =>
  callAs<number>(database, caller, 'undo_course_reset', [course]).catch(errorCode)
const progress = (person = dana) =>
  rowsAs(
    database,
    person.caller,
    `select lesson_id, progress_seconds, watched_until, watched_ranges, watched_seconds, watch_progress, completed,
     last_watched, created_at from user_progress order by lesson_id`,
  )

test('[3-18] [4-51] a reset that is undone leaves everything as it was, to the second', async () => {
  await watch()
  const before = await progress()
  await owner(database, 'delete from progress_flags')
  expect(await reset()).toBe(2)
  expect(await progress()).toEqual([])
  expect(await undo()).toBe(2)
  expect(await progress()).toEqual(before)
  expect(await owner(database, 'select 1 from progress_flags')).toEqual([])
})

test('what was watched since the reset is joined with what comes back', async () => {
  await watch()
  await reset()
  await rowsAs(
    database,
    dana.caller,
    `insert into user_progress (lesson_id, course_id, progress_seconds, watched_ranges) values ($1, $2, 760, '{[700,760)}')`,
    [lessons[1], course],
  )
  await undo()
  const rows = (await progress()) as { lesson_id: string; watched_ranges: string; progress_seconds: string }[]
  expect(rows.find(({ lesson_id }) => lesson_id === lessons[1])).toMatchObject({
    watched_ranges: '{[0,760)}',
    progress_seconds: '760',
  })
})

test('a reset is undone once, within ten minutes, and by its student only', async () => {
  expect(await undo()).toBe('NOTHING_TO_RESTORE')
  await watch()
  await reset()
  expect(await undo(noam.caller)).toBe('NOTHING_TO_RESTORE')
  expect(await undo(unverified.caller)).toBe('FORBIDDEN')
  expect(await undo(ANONYMOUS)).toBe('denied')
  expect(await undo()).toBe(2)
  expect(await undo()).toBe('NOTHING_TO_RESTORE')
  await reset()
  await owner(database, `update private.removed_progress set removed_at = now() - interval '11 minutes'`)
  expect(await undo()).toBe('NOTHING_TO_RESTORE')
})

test('what nobody asked back within ten minutes goes with the next reset', async () => {
  await watch()
  await reset()
  await owner(database, `update private.removed_progress set removed_at = now() - interval '11 minutes'`)
  await watch(noam)
  await reset(noam.caller)
  expect(await owner(database, 'select user_id from private.removed_progress')).toEqual([{ user_id: noam.id }])
})

test('a reset of a course that was not begun keeps nothing', async () => {
  expect(await reset()).toBe(0)
  expect(await owner(database, 'select 1 from private.removed_progress')).toEqual([])
})

test('a lesson that was withdrawn meanwhile does not come back', async () => {
  await watch()
  await reset()
  await owner(database, 'update lessons set is_published = false where id = $1', [lessons[0]])
  expect(await undo()).toBe(1)
  await owner(database, 'update lessons set is_published = true where id = $1', [lessons[0]])
})

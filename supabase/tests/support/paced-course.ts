import { beforeEach } from 'vitest'
import { callAs, errorCode, owner } from './outcome.ts'
import { ANONYMOUS, type Person, signUp } from './people.ts'
import { database, withStaff } from './staff.ts'

/** Length of the lessons, in seconds. */
export const LENGTH = 600

let counter = 0
/** The student of the test. */
export let dana: Person
/** A course of three lessons without a test. */
export let course: string
export let lessons: string[]

/** Gives a test file a database with staff, and each test a student of a year and a course of three lessons. */
export function withCourse(): void {
  withStaff()
  beforeEach(async () => {
    counter += 1
    dana = await signUp(database, `viewer${counter}@example.com`)
    // An account of a year has no more credit than one of today.
    await owner(database, `update users set created_at = now() - interval '1 year' where id = $1`, [dana.id])
    await useCourse('קורס')
    for (const title of ['ראשון', 'שני', 'שלישי']) lessons.push(await newLesson(title))
  })
}

/** Makes another course the one that the functions below speak of. */
export async function useCourse(title: string): Promise<void> {
  course = await add('insert into courses (title_he, is_published) values ($1, true)', [title])
  lessons = []
}

async function add(sql: string, values: unknown[] = []): Promise<string> {
  const [row] = await owner<{ id: string }>(database, `${sql} returning id`, values)
  return row?.id ?? ''
}
/** A published lesson at the end of the course; without a video it is a text. */
export async function newLesson(title: string, video: string | null = 'film.mp4', seconds = LENGTH): Promise<string> {
  const id = await add(
    `insert into lessons (course_id, title_he, duration_seconds, is_published, order_index, created_at)
     select $1, $2, $3, true, count(*), now() - interval '1 year' from lessons where course_id = $1`,
    [course, title, seconds],
  )
  await owner(database, 'insert into lesson_contents (lesson_id, video_ref) values ($1, $2)', [id, video])
  return id
}

type Update = Record<string, unknown>
/** An update as `save_progress` takes it. */
export const update = (lesson: string, ranges: string, more: Update = {}): Update => ({
  lesson_id: lesson,
  course_id: course,
  progress_seconds: 1,
  watched_ranges: ranges,
  ...more,
})
export const save = (...updates: Update[]) => callAs(database, dana.caller, 'save_progress', [JSON.stringify(updates)])
export const whole = (lesson: string, more: Update = {}) => update(lesson, `{[0,${LENGTH})}`, more)
export const mark = (completed: boolean, of = lessons) =>
  Promise.all(of.map((lesson) => callAs(database, dana.caller, 'set_lesson_completed', [lesson, completed])))

/** So many seconds go by for what the student has saved. */
export const pass = (seconds: number) =>
  owner(
    database,
    `update private.proved_watching set begun_at = begun_at - $2 * interval '1 second', clock_at = clock_at - $2 * interval '1 second'
     where user_id = $1`,
    [dana.id, seconds],
  )
/** Seconds that are proved of each lesson of the course, or of those that are named. */
export async function proved(of = lessons): Promise<number[]> {
  const rows = await owner<{ lesson_id: string; seconds: number }>(
    database,
    'select lesson_id, private.measure_ranges(seconds) as seconds from private.proved_watching where user_id = $1',
    [dana.id],
  )
  return of.map((lesson) => rows.find(({ lesson_id }) => lesson_id === lesson)?.seconds ?? 0)
}
export const total = async () => (await proved()).reduce((sum, seconds) => sum + seconds, 0)

type Standing = {
  completed_at: string | null
  missing: { title: string }[]
  unwatched: { title: string; percent: number }[]
  can_earn: boolean
}
export const standing = () => callAs<Standing>(database, dana.caller, 'my_certificate', [course])
/** The number of the certificate, or the code of the refusal. */
export const issue = () =>
  callAs<string>(database, dana.caller, 'issue_certificate', [course, 'דנה', 'לוי']).catch(errorCode)
type Verified = { covers: { lessons: string[]; quizzes: object[]; watched_percent?: number } }
export const verify = (number: string) => callAs<Verified>(database, ANONYMOUS, 'verify_certificate', [number])

/** Watches the lessons one after the other as the player does, saving each 30 seconds. */
export async function watch(of = lessons, { rate = 1, until = LENGTH } = {}): Promise<void> {
  for (const lesson of of)
    for (let from = 0; from < until; from += 30 * rate) {
      await pass(30)
      await save(update(lesson, `{[${from},${Math.min(from + 30 * rate, until)})}`))
    }
}

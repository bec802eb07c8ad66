import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { owner, rowsAs } from './outcome.ts'
import { type Person, signUp } from './people.ts'

export type ProgressRow = {
  progress_seconds: string
  watched_until: string
  watch_progress: string | null
  completed: boolean
  last_watched: Date
  watched_ranges: string
  watched_seconds: number
}
export type Write = Record<string, unknown>

/** Length of the lessons, in seconds. */
export const DURATION = 600
/** The database of the file that called `withLessons`. */
export let database: Database
export let student: Person
export let course: string
export let lesson: string
/** A lesson of unknown length. */
export let endless: string
export let draft: string

/** Gives a test file a database with a student and lessons that are a year old; every test begins without progress. */
export function withLessons(): void {
  beforeAll(async () => {
    database = await openAcademyDatabase()
    student = await signUp(database, 'dana@example.com')
    await owner(database, `update users set created_at = now() - interval '1 year'`)
    const add = async (sql: string, values: unknown[]) => {
      const rows = await owner<{ id: string }>(database, `${sql} returning id`, values)
      return rows[0]?.id ?? ''
    }
    course = await add(`insert into courses (title_he, is_published) values ('קורס', true)`, [])
    const sql = `insert into lessons (course_id, title_he, duration_seconds, is_published, created_at)
      values ($1, 'שיעור', $2, $3, now() - interval '1 year')`
    lesson = await add(sql, [course, DURATION, true])
    endless = await add(sql, [course, 0, true])
    draft = await add(sql, [course, DURATION, false])
  })
  afterAll(() => database?.close())
  beforeEach(() =>
    owner(
      database,
      `with a as (delete from user_progress), b as (delete from course_completions), c as (delete from progress_flags)
       delete from private.progress_resets`,
    ),
  )
}

/** Writes as the client does: an upsert on user and lesson, with the columns of the payload only. */
export async function write(changes: Write): Promise<void> {
  const row: Write = { user_id: student.id, lesson_id: lesson, course_id: course, ...changes }
  const columns = Object.keys(row)
  await rowsAs(
    database,
    student.caller,
    `insert into user_progress (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict (user_id, lesson_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    Object.values(row),
  )
}

export async function stored(of = lesson): Promise<ProgressRow | undefined> {
  const rows = await rowsAs<ProgressRow>(database, student.caller, 'select * from user_progress where lesson_id = $1', [
    of,
  ])
  return rows[0]
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves } from './support/content.ts'
import { owner, rowsAs } from './support/outcome.ts'
import { type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { begin, publishQuiz } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let admin: Person
let dana: Person
let course: string
let lesson: string
let quiz: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  admin = await signUpStaff(database, 'editor@academy.example', 'super_admin')
  dana = await signUp(database, 'dana@example.com')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(async () => {
  stubRest(database)
  await emptyShelves(database)
  const made = await publishQuiz(database)
  quiz = made.id
  course = made.courseId
  const rows = await owner<{ id: string }>(
    database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שיעור', 100, true) returning id`,
    [course],
  )
  lesson = rows[0]?.id ?? ''
})

const remove = (table: string, id: string, pick = 'id') =>
  codeOf(rowsAs(database, SERVICE, `delete from ${table} where ${pick} = $1`, [id]))

const waitingDeletions = async () =>
  (
    await owner(
      database,
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from courses%'`,
    )
  ).length

/** What a student did, and which rows it keeps. */
const WORK: [name: string, statement: string, keeps: string[]][] = [
  [
    'progress',
    'insert into user_progress (user_id, lesson_id, course_id, progress_seconds) select $1, $2, $3, 10',
    ['courses', 'lessons'],
  ],
  [
    'a note',
    `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) select $1, $2, $3, 10, 'לבדוק'`,
    ['courses', 'lessons'],
  ],
  ['a bookmark', 'insert into bookmarks (user_id, course_id) select $1, $3 where $2 is not null', ['courses']],
  [
    'a completion',
    'insert into course_completions (user_id, course_id, lesson_count) select $1, $3, 1 where $2 is not null',
    ['courses'],
  ],
  [
    'progress that may come back',
    `insert into private.removed_progress (user_id, course_id, removed_at, progress) select $1, $3, now(), '[]' where $2 is not null`,
    ['courses'],
  ],
  [
    'a certificate',
    `insert into private.certificates (number, user_id, course_id, first_name, last_name, course_title, covers, completed_at)
     select '0123456789AB', $1, $3, 'דנה', 'לוי', 'קורס', '{}', now() where $2 is not null`,
    ['courses'],
  ],
]

describe('what students did', () => {
  test.each(WORK)('%s stays: its course or lesson is not deleted', async (_, statement, keeps) => {
    await owner(database, statement.replace('$2', '$2::uuid'), [dana.id, lesson, course])
    expect(await remove('courses', course)).toBe('STUDENT_WORK_STANDS')
    expect(await remove('lessons', lesson)).toBe(keeps.includes('lessons') ? 'STUDENT_WORK_STANDS' : 'done')
  })

  test('an attempt stays: neither its test, a version of it, its lesson nor its course is deleted', async () => {
    await begin(dana, quiz)
    await owner(database, 'update quizzes set lesson_id = $2 where id = $1', [quiz, lesson])
    expect(await remove('quiz_versions', quiz, 'quiz_id')).toBe('STUDENT_WORK_STANDS')
    expect(await remove('quizzes', quiz)).toBe('STUDENT_WORK_STANDS')
    expect(await remove('lessons', lesson)).toBe('STUDENT_WORK_STANDS')
    expect(await remove('courses', course)).toBe('STUDENT_WORK_STANDS')
    expect(await owner(database, 'select 1 from private.quiz_attempts where user_id = $1', [dana.id])).toHaveLength(1)
  })

  test('is seen also when it is written at the very moment of the deletion', async () => {
    let deletion: Promise<string> = Promise.resolve('not asked')
    await database.asOwner(async (tx) => {
      await tx.query('insert into private.quiz_attempts (id, user_id, quiz_id, version) values ($1, $2, $3, 1)', [
        ...[randomUUID(), dana.id, quiz],
      ])
      deletion = remove('courses', course)
      await expect.poll(waitingDeletions).toBe(1)
    })
    expect(await deletion).toBe('STUDENT_WORK_STANDS')
  })

  test('goes with the account, and then nothing keeps the course', async () => {
    await begin(dana, quiz)
    const leaver = await signUp(database, 'leaver@example.com')
    await begin(leaver, quiz)
    await owner(database, 'delete from auth.users where id = $1', [leaver.id])
    expect(await remove('courses', course)).toBe('STUDENT_WORK_STANDS')
    await owner(database, 'delete from private.quiz_attempts where user_id = $1', [dana.id])
    expect(await remove('courses', course)).toBe('done')
  })
})

/** Tables that name a student and go with a course, a lesson or a test, but are nobody's work; each with its reason. */
const NO_WORK: Record<string, string> = {
  progress_flags: 'a doubt about rows of user_progress, which are asked about',
  'private.proved_watching':
    'what was counted of user_progress; without a completion, which is asked about, it earns nothing',
  'private.progress_resets': 'the moment of a new start; what was learned before it is in removed_progress',
}

const TABLES_OF_WORK = `
  select distinct placed.conrelid::regclass::text as name from pg_constraint as placed
  where placed.contype = 'f' and placed.confdeltype = 'c'
    and placed.confrelid in ('public.courses'::regclass, 'public.lessons'::regclass, 'public.quizzes'::regclass)
    and exists (select from pg_constraint as owned where owned.contype = 'f' and owned.conrelid = placed.conrelid
      and owned.confrelid in ('public.users'::regclass, 'auth.users'::regclass))`

async function unasked(): Promise<string[]> {
  const tables = await owner<{ name: string }>(database, TABLES_OF_WORK)
  const [asked] = await owner<{ text: string }>(
    database,
    `select lower(string_agg(pg_get_functiondef(oid), '')) as text from pg_proc where proname like 'has\\_work\\_in\\_%'`,
  )
  return tables
    .map(({ name }) => name)
    .filter((name) => !asked?.text.includes(`from ${name} where`) && !(name in NO_WORK))
}

test('every table of the work of students keeps its course: a new one is asked about in private.has_work_in_*', async () => {
  expect(await unasked()).toEqual([])
  await owner(
    database,
    `create table feedback (user_id uuid references users on delete cascade, course_id uuid references courses on delete cascade)`,
  )
  expect(await unasked()).toEqual(['feedback'])
  await owner(database, 'drop table feedback')
})

test('[6-20] [6-22] staff delete no course, lesson or test by the API, and put it into the trash and take it back', async () => {
  for (const [table, id] of [
    ['courses', course],
    ['lessons', lesson],
    ['quizzes', quiz],
  ] as const)
    expect(await codeOf(rowsAs(database, admin.caller, `delete from ${table} where id = $1`, [id]))).toBe('denied')
  await begin(dana, quiz)
  const editor = editorOf(database, admin.caller)
  expect(await codeOf(editor.ask('trash_content', ['quiz', quiz, true]))).toBe('done')
  expect(await codeOf(editor.ask('trash_content', ['quiz', quiz, false]))).toBe('done')
  expect(await owner(database, 'select 1 from private.quiz_attempts where user_id = $1', [dana.id])).toHaveLength(1)
})

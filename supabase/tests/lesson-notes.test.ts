import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { errorCode, owner, rowsAs } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

type Note = {
  id: string
  course_id: string
  position_seconds: number
  body: string
  created_at: Date
  updated_at: Date
}

let database: Database
let dana: Person
let noam: Person
let course: string
let lesson: string
let otherLesson: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noam = await signUp(database, 'noam@example.com')
  const add = async (sql: string, values: unknown[]) =>
    (await owner<{ id: string }>(database, `${sql} returning id`, values))[0]?.id ?? ''
  course = await add(`insert into courses (title_he, is_published) values ('קורס', true)`, [])
  const sql = `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שיעור', 100, true)`
  lesson = await add(sql, [course])
  otherLesson = await add(sql, [course])
})
afterAll(() => database?.close())
beforeEach(() => owner(database, 'delete from lesson_notes'))

/** Saves as the browser does: an upsert by id; gives the code of a refusal. */
const save = (changes: Record<string, unknown> = {}, writer = dana): Promise<string> => {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    lesson_id: lesson,
    course_id: course,
    position_seconds: 12,
    body: 'לזכור',
    ...changes,
  }
  const columns = Object.keys(row)
  return rowsAs(
    database,
    writer.caller,
    `insert into lesson_notes (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict (id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    Object.values(row),
  ).then(() => 'saved', errorCode)
}
const notes = (reader = dana) =>
  rowsAs<Note>(database, reader.caller, 'select * from lesson_notes order by position_seconds')

test("a note is its writer's, at its second, in the course of its lesson", async () => {
  await save()
  expect(await notes()).toMatchObject([{ position_seconds: 12, body: 'לזכור', course_id: course }])
  expect(await notes(noam)).toEqual([])
})

test('a note that is sent twice is one note, and the text that was written later stays', async () => {
  const id = randomUUID()
  await save({ id, body: 'ראשון', updated_at: '2026-01-01T10:00:00Z' })
  await save({ id, body: 'אחרון', position_seconds: 20, updated_at: '2026-01-01T10:05:00Z' })
  expect(await save({ id, body: 'באיחור', updated_at: '2026-01-01T10:02:00Z' })).toBe('saved')
  expect(await notes()).toMatchObject([{ id, body: 'אחרון', position_seconds: 20 }])
})

test('a clock that runs ahead does not make a note unchangeable', async () => {
  const id = randomUUID()
  await save({ id, updated_at: '2999-01-01T00:00:00Z' })
  await save({ id, body: 'שוב', updated_at: new Date(Date.now() + 60_000).toISOString() })
  expect((await notes())[0]).toMatchObject({ body: 'שוב' })
})

test('a note stays with its student and its lesson', async () => {
  const id = randomUUID()
  await save({ id })
  expect(await save({ id, lesson_id: otherLesson })).toBe('INVALID_NOTE')
  expect(await save({ id, body: 'של נועם' }, noam)).toBe('denied')
  expect(await save({ user_id: dana.id }, noam)).toBe('denied')
  expect(await notes()).toMatchObject([{ id, body: 'לזכור' }])
})

test.each([
  ['an empty text', { body: '' }, '23514'],
  ['a text of spaces', { body: ' \n\t ' }, '23514'],
  ['a text that is too long', { body: 'א'.repeat(4001) }, '23514'],
  ['a second before the start', { position_seconds: -1 }, '23514'],
  ['a second after a day', { position_seconds: 86401 }, '23514'],
  ['no second', { position_seconds: null }, '23502'],
  ['a lesson of another course', { course_id: randomUUID() }, 'LESSON_NOT_FOUND'],
  ['a lesson that is none', { lesson_id: '00000000-0000-4000-8000-000000000000' }, 'LESSON_NOT_FOUND'],
])('%s is refused', async (_, changes, code) => {
  expect(await save(changes)).toBe(code)
  expect(await notes()).toEqual([])
})

test('the longest text and any script are kept as they were written', async () => {
  const body = `${'א'.repeat(3980)} ₪ −5% 📈\nEnglish`
  expect(await save({ body })).toBe('saved')
  expect((await notes())[0]?.body).toBe(body)
})

test('a lesson holds 500 notes of a student, also of parallel writers, and an old one can still be changed', async () => {
  const id = randomUUID()
  await save({ id })
  await owner(
    database,
    `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) select $1, $2, $3, i, 'לזכור' from generate_series(1, 497) i`,
    [dana.id, lesson, course],
  )
  const answers = await Promise.all([save(), save(), save(), save()])
  expect(answers.sort()).toEqual(['NOTE_LIMIT_REACHED', 'NOTE_LIMIT_REACHED', 'saved', 'saved'])
  expect(await save({ id, body: 'עדיין אפשר' })).toBe('saved')
  expect(await save({ lesson_id: otherLesson })).toBe('saved')
  expect(await save({}, noam)).toBe('saved')
})

test('notes outlive a lesson that is withdrawn, and go with the account', async () => {
  await save()
  await owner(database, 'update lessons set is_published = false where id = $1', [lesson])
  expect(await save()).toBe('denied')
  expect(await notes()).toHaveLength(1)
  await owner(database, 'update lessons set is_published = true where id = $1', [lesson])
  const gone = await signUp(database, 'gone@example.com')
  await save({}, gone)
  await owner(database, 'delete from auth.users where id = $1', [gone.id])
  expect(await owner(database, 'select 1 from lesson_notes')).toHaveLength(1)
})

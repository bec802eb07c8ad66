import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves } from './support/content.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { type Person, signUp, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
let students: Person[]
let here: string
let there: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
  students = []
  for (const name of ['dana', 'noa', 'gil', 'tal']) students.push(await signUp(database, `${name}@example.com`))
  await owner(database, `update users set created_at = now() - interval '1 year'`)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyShelves(database)
  here = await newCourse()
  there = await newCourse()
})

async function idOf(sql: string, values: unknown[] = []): Promise<string> {
  const rows = await owner<{ id: string }>(database, `${sql} returning id`, values)
  return rows[0]?.id ?? ''
}
const newCourse = () => idOf(`insert into public.courses (title_he, is_published) values ('קורס', true)`)
const newLesson = (course = here) =>
  idOf(
    `insert into public.lessons (course_id, title_he, duration_seconds, is_published, created_at)
     values ($1, 'שיעור', 600, true, now() - interval '1 year')`,
    [course],
  )
const move = (lesson: string, course = there) => editor.ask('move_lesson', [lesson, course])
const outlook = (lesson: string, course = there) =>
  editor.ask<Record<string, unknown>>('lesson_move_outlook', [lesson, course])
const upsert = ({ caller, id }: Person, lesson: string, course: string, second: number) =>
  rowsAs(
    database,
    caller,
    `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, watched_ranges, last_watched)
     values ($1, $2, $3, $4, $5, now())
     on conflict (user_id, lesson_id) do update set course_id = excluded.course_id,
       progress_seconds = excluded.progress_seconds, watched_ranges = excluded.watched_ranges, last_watched = excluded.last_watched`,
    [id, lesson, course, second, `{[${second},${second + 10})}`],
  )
type Batch = { accepted: string[]; rejected: { code: string }[]; saved: number }
const batch = ({ caller }: Person, updates: object[]) =>
  callAs<Batch>(database, caller, 'save_progress', [JSON.stringify(updates)])
const complete = ({ caller }: Person, lesson: string) =>
  callAs(database, caller, 'set_lesson_completed', [lesson, true])
const progressOf = (lesson: string) =>
  owner<{ user_id: string; course_id: string; watched_seconds: number; completed: boolean }>(
    database,
    'select user_id, course_id, watched_seconds, completed from user_progress where lesson_id = $1 order by user_id',
    [lesson],
  )
const completions = (course: string) =>
  owner<{ user_id: string; lesson_ids: string[] }>(
    database,
    'select user_id, lesson_ids from course_completions where course_id = $1',
    [course],
  )
const [dana, noa] = [() => students[0] as Person, () => students[1] as Person]

describe('a lesson that moves', () => {
  test('stands at the end of the other course, with progress, notes and completions as they were', async () => {
    const [lesson, stays, first] = [await newLesson(), await newLesson(), await newLesson(there)]
    await upsert(dana(), lesson, here, 40)
    await complete(noa(), lesson)
    const note = randomUUID()
    await rowsAs(
      database,
      dana().caller,
      `insert into lesson_notes (id, user_id, lesson_id, course_id, position_seconds, body) values ($1, $2, $3, $4, 5, 'לזכור')`,
      [note, dana().id, lesson, here],
    )
    expect(await outlook(lesson)).toEqual({
      refusal: null,
      students: 2,
      notes: 1,
      finished_here: 0,
      finished_there: 0,
      will_hide: false,
      links: 0,
    })
    expect(await move(lesson)).toMatchObject({ id: lesson, parent: there })
    expect(await progressOf(lesson)).toEqual(
      expect.arrayContaining([
        { user_id: dana().id, course_id: there, watched_seconds: 10, completed: false },
        { user_id: noa().id, course_id: there, watched_seconds: 600, completed: true },
      ]),
    )
    expect(await owner(database, 'select course_id, body from lesson_notes where id = $1', [note])).toEqual([
      { course_id: there, body: 'לזכור' },
    ])
    const order = (course: string) =>
      owner<{ id: string }>(database, 'select id from lessons where course_id = $1 order by order_index, id', [course])
    expect([await order(here), await order(there)]).toEqual([[{ id: stays }], [{ id: first }, { id: lesson }]])
  })

  test('takes no completion away, in the course that it leaves and in the one that it joins', async () => {
    const [lesson, stays, other] = [await newLesson(), await newLesson(), await newLesson(there)]
    for (const one of [lesson, stays, other]) await complete(dana(), one)
    const before = [await completions(here), await completions(there)]
    expect(before).toMatchObject([[{ user_id: dana().id }], [{ user_id: dana().id, lesson_ids: [other] }]])
    expect(await outlook(lesson)).toMatchObject({ finished_here: 1, finished_there: 1, refusal: null })
    await move(lesson)
    expect([await completions(here), await completions(there)]).toEqual(before)
  })

  test('and a lesson that is added to a finished course takes nothing away either', async () => {
    await complete(dana(), await newLesson())
    const before = await completions(here)
    const added = await editor.make('lesson', { title_he: 'חדש', course_id: here })
    await editor.publish('lesson', added, 'לבדיקה')
    await upsert(dana(), added.id, here, 20)
    expect(await completions(here)).toEqual(before)
    const mine = await rowsAs(
      database,
      dana().caller,
      'select completed_at, new_lessons, lesson_count from my_courses()',
    )
    expect(mine).toEqual([{ completed_at: expect.any(Date), new_lessons: 1, lesson_count: 2 }])
  })

  test('stays where a test asks about it, in public or in a draft, and says so', async () => {
    const lesson = await newLesson()
    await owner(database, 'insert into public.quizzes (course_id, lesson_id) values ($1, $2)', [here, lesson])
    expect(await codeOf(move(lesson))).toBe('LESSON_HAS_TESTS')
    expect(await outlook(lesson)).toMatchObject({ refusal: { code: 'LESSON_HAS_TESTS', count: 1 } })
    const direct = owner(database, 'update lessons set course_id = $2 where id = $1', [lesson, there])
    expect(await codeOf(direct)).toBe('LESSON_HAS_TESTS')
  })

  test('stays where a certificate in force counts it, and goes once that is revoked', async () => {
    const lesson = await newLesson()
    await complete(dana(), lesson)
    await owner(
      database,
      `insert into private.certificates (number, user_id, course_id, first_name, last_name, course_title, covers, completed_at)
       values ('0123456789AB', $1, $2, 'דנה', 'כהן', 'קורס', '{}', now())`,
      [dana().id, here],
    )
    expect(await codeOf(move(lesson))).toBe('LESSON_CERTIFIED')
    await owner(database, `update private.certificates set revoked_at = now(), revoked_reason = 'לבדיקה'`)
    expect(await codeOf(move(lesson))).toBe('done')
  })

  test.each([
    ['a course that is not there', () => randomUUID(), 'CONTENT_NOT_FOUND'],
    ['its own course', () => here, 'done'],
  ])('to %s is answered', async (_, course, code) => {
    const [lesson, target] = [await newLesson(), course()]
    expect([await codeOf(outlook(lesson, target)), await codeOf(move(lesson, target))]).toEqual([code, code])
  })

  test('is taken out of the trash first', async () => {
    const lesson = await newLesson()
    await editor.ask('trash_content', ['lesson', lesson, true])
    expect(await codeOf(move(lesson))).toBe('CONTENT_IN_TRASH')
  })

  test('says that students would not see it in a course that is hidden or gone', async () => {
    const lesson = await newLesson()
    await owner(database, 'update courses set is_published = false where id = $1', [there])
    expect(await outlook(lesson)).toMatchObject({ will_hide: true })
    await editor.ask('trash_content', ['course', there, true])
    expect([await codeOf(outlook(lesson)), await codeOf(move(lesson))]).toEqual(Array(2).fill('CONTENT_NOT_FOUND'))
  })
})

describe('what is saved under the former course', () => {
  test('counts where the lesson stands now, one by one, in a batch, and as a note', async () => {
    const lesson = await newLesson()
    await upsert(dana(), lesson, here, 0)
    await move(lesson)
    await upsert(dana(), lesson, here, 20)
    await upsert(noa(), lesson, here, 20)
    await rowsAs(
      database,
      dana().caller,
      'update user_progress set course_id = $2, watched_ranges = $3 where lesson_id = $1',
      [lesson, here, '{[60,70)}'],
    )
    const claimed = { lesson_id: lesson, progress_seconds: 50, watched_ranges: '{[40,50)}' }
    const both = [
      { ...claimed, course_id: here },
      { ...claimed, course_id: there, watched_ranges: '{[80,90)}' },
    ]
    expect(await batch(dana(), both)).toEqual({ accepted: [lesson], rejected: [], saved: 1 })
    expect(await progressOf(lesson)).toEqual(
      expect.arrayContaining([
        { user_id: dana().id, course_id: there, watched_seconds: 50, completed: false },
        { user_id: noa().id, course_id: there, watched_seconds: 10, completed: false },
      ]),
    )
    const note = `insert into lesson_notes (id, user_id, lesson_id, course_id, position_seconds, body) values ($1, $2, $3, $4, 5, $5)
      on conflict (id) do update set course_id = excluded.course_id, body = excluded.body returning course_id, body`
    const id = randomUUID()
    for (const [course, body] of [
      [here, 'א'],
      [there, 'ב'],
      [here, 'ג'],
    ])
      expect(await rowsAs(database, dana().caller, note, [id, dana().id, lesson, course, body])).toEqual([
        { course_id: there, body },
      ])
  })

  test('of a course in which it never stood is refused as before', async () => {
    const [lesson, stranger] = [await newLesson(), await newCourse()]
    await move(lesson)
    expect(await codeOf(upsert(dana(), lesson, stranger, 0))).toBe('LESSON_NOT_FOUND')
    const answer = await batch(dana(), [{ lesson_id: lesson, course_id: stranger, progress_seconds: 1 }])
    expect(answer).toMatchObject({ accepted: [], rejected: [{ code: 'LESSON_NOT_FOUND' }] })
  })

  test('arrives while the lesson goes to and fro: nothing is rejected, nothing is lost, no row stays behind', async () => {
    const lessons = [await newLesson(), await newLesson(), await newLesson()]
    const seconds = Array.from({ length: 25 }, (_, round) => round * 20)
    // Both names are known from the beginning, however fast anybody is.
    for (const course of [there, here]) for (const lesson of lessons) await move(lesson, course)
    const moving = (async () => {
      for (const [round] of seconds.entries())
        for (const lesson of lessons) await move(lesson, round % 2 === 0 ? there : here)
    })()
    const saving = students.map(async (student, who) => {
      for (const second of seconds) {
        const course = second % 40 === 0 ? here : there
        if (who % 2 === 0) for (const lesson of lessons) await upsert(student, lesson, course, second)
        else {
          const updates = lessons.map((lesson_id) => ({
            ...{ lesson_id, course_id: course, progress_seconds: second },
            watched_ranges: `{[${second},${second + 10})}`,
          }))
          expect(await batch(student, updates)).toMatchObject({ rejected: [], saved: 3 })
        }
      }
    })
    const ends = await Promise.allSettled([moving, ...saving])
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const lesson of lessons) {
      const rows = await progressOf(lesson)
      expect(rows.map(({ watched_seconds }) => watched_seconds)).toEqual([250, 250, 250, 250])
      expect(new Set(rows.map(({ course_id }) => course_id))).toEqual(new Set([there]))
    }
  })
})

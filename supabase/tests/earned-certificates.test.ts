import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callAs, owner } from './support/outcome.ts'
import {
  course,
  dana,
  issue,
  lessons,
  mark,
  newLesson,
  standing,
  useCourse,
  verify,
  watch,
  withCourse,
} from './support/paced-course.ts'
import { publishQuiz } from './support/quizzes.ts'
import { as, database } from './support/staff.ts'

withCourse()

describe('a certificate of a course without a test', () => {
  test('is earned by watching four fifths of every lesson, and says so', async () => {
    await watch(lessons, { until: 479 })
    await mark(true)
    expect((await standing()).unwatched.map(({ percent }) => percent)).toEqual([79, 79, 79])
    await watch(lessons, { until: 480 })
    expect(await standing()).toMatchObject({ unwatched: [], can_earn: true })
    expect((await verify(await issue())).covers).toEqual({
      lessons: ['ראשון', 'שני', 'שלישי'],
      quizzes: [],
      watched_percent: 80,
    })
  })

  test('[4-49] is not earned by marks made by hand, which count for the course as before', async () => {
    await mark(true)
    expect(await standing()).toMatchObject({
      completed_at: expect.any(String),
      unwatched: lessons.map(() => ({ percent: 0 })),
    })
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
  })

  test('asks about no text, nor about a film of unknown length, and there is none where nothing else is', async () => {
    const text = await newLesson('קריאה', null)
    const unknown = await newLesson('בלי אורך', 'film.mp4', 0)
    await watch()
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
    expect((await standing()).unwatched).toEqual([])
    await mark(true, [text, unknown])
    expect((await verify(await issue())).covers.lessons).toEqual(['ראשון', 'שני', 'שלישי'])
    await useCourse('קריאה')
    await mark(true, [await newLesson('קריאה', null)])
    expect(await standing()).toMatchObject({ can_earn: false, unwatched: [] })
    expect(await issue()).toBe('NO_CERTIFICATE')
  })

  test('follows the course until it is made: added lessons are not asked for, hidden ones neither', async () => {
    await watch(lessons.slice(0, 2))
    await mark(true)
    await newLesson('נוסף')
    expect((await standing()).unwatched.map(({ title }) => title)).toEqual(['שלישי'])
    await owner(database, 'update lessons set is_published = false where id = $1', [lessons[2]])
    expect((await verify(await issue())).covers.lessons).toEqual(['ראשון', 'שני'])
  })

  test('asks for a test that was added instead, and for the lessons that a lesson’s test leaves', async () => {
    await mark(true)
    const quiz = await publishQuiz(database, {}, { id: randomUUID(), courseId: course })
    expect(await standing()).toMatchObject({ unwatched: [], missing: [{ id: quiz.id }] })
    await owner(database, 'update quizzes set lesson_id = $2 where id = $1', [quiz.id, lessons[0]])
    expect((await standing()).unwatched.map(({ title }) => title)).toEqual(['שני', 'שלישי'])
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
  })
})

describe('certificates that were made by the former rules', () => {
  test('stay valid as they are, and one for a mended name covers what they did', async () => {
    await mark(true)
    await owner(
      database,
      `insert into private.certificates (number, user_id, course_id, first_name, last_name, course_title, covers, completed_at)
       values ($3, $1, $2, 'דינה', 'לוי', 'קורס', '{"lessons": ["ראשון", "שני", "שלישי"], "quizzes": []}', now() - interval '1 day')`,
      [dana.id, course, '0123456789AB'],
    )
    const number = await issue()
    const before = await verify(number)
    expect(before.covers.watched_percent).toBeUndefined()
    await callAs(database, as('admin'), 'revoke_certificate', [dana.id, number, 'השם תוקן', true])
    expect(await standing()).toMatchObject({ missing: [], unwatched: [], can_earn: true })
    const next = await issue()
    expect(next).not.toBe(number)
    expect(await verify(next)).toMatchObject({ covers: before.covers, first_name: 'דנה' })
    await callAs(database, as('admin'), 'revoke_certificate', [dana.id, next, 'בוטלה', false])
    expect(await issue()).toBe('CERTIFICATE_REVOKED')
  })
})

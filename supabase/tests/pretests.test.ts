import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf } from './support/content.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp, signUpStaff } from './support/people.ts'
import { begin, checkDraft, finish, poolOf, publishQuiz, QUESTIONS, rightAnswers, start } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let dana: Person

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(async () => {
  stubRest(database)
  for (const table of ['quiz_attempts', 'review_cards', 'attempts'])
    await owner(database, `delete from private.${table}`)
})

/** A course with a pretest and a test. */
async function courseWithPretest() {
  const pretest = await publishQuiz(database, { purpose: 'pretest', review: 'after-submit', attemptsAllowed: 9 })
  const quiz = await publishQuiz(database, {}, { id: crypto.randomUUID(), courseId: pretest.courseId })
  return { pretest: pretest.id, quiz: quiz.id, course: pretest.courseId }
}
/** Ends an attempt with `right` of four right answers. */
async function take(quiz: string, right: number) {
  const attempt = await begin(dana, quiz)
  const answers = await rightAnswers(database, attempt)
  return (await finish(dana, attempt.id, answers.slice(0, right))).body
}
const gainOf = (course: string, who = dana) =>
  callAs<{ before: number | null; after: number | null; gain: number | null }>(database, who.caller, 'my_course_gain', [
    course,
  ])

describe('a test before a course', () => {
  test('is taken once and tells no answers, whatever rules it is published with; nothing of it joins the deck', async () => {
    const { pretest } = await courseWithPretest()
    const result = await take(pretest, 1)
    expect(result).toMatchObject({ purpose: 'pretest', percent: 25, may_review: false })
    expect(result.questions.map(({ review, correct }) => [review, correct])).toEqual(Array(4).fill([null, null]))
    expect((await start(dana, pretest)).body).toMatchObject({ code: 'NO_ATTEMPTS_LEFT' })
    expect(await callAs(database, dana.caller, 'my_review_deck')).toMatchObject({ new: 0 })
  })

  test('is not begun once another test of the course was, and gone on with if it was begun before', async () => {
    const { pretest, quiz } = await courseWithPretest()
    await begin(dana, quiz)
    expect((await start(dana, pretest)).body).toMatchObject({ code: 'PRETEST_TOO_LATE' })
    const other = await courseWithPretest()
    const open = await begin(dana, other.pretest)
    await begin(dana, other.quiz)
    expect((await start(dana, other.pretest)).body).toMatchObject({ id: open.id, state: 'open' })
  })

  test('is one a course, and of no lesson', async () => {
    const { course } = await courseWithPretest()
    await expect(
      publishQuiz(database, { purpose: 'pretest' }, { id: crypto.randomUUID(), courseId: course }),
    ).rejects.toMatchObject({ code: '23505' })
    const lesson = `insert into public.lessons (course_id, title_he, order_index) values ($1, 'שיעור', 1) returning id`
    const [{ id } = { id: '' }] = await owner<{ id: string }>(database, lesson, [course])
    const ofLesson = `insert into public.quizzes (course_id, lesson_id, purpose) values ($1, $2, 'pretest')`
    await owner(database, 'delete from public.quizzes where course_id = $1', [course])
    await expect(owner(database, ofLesson, [course, id])).rejects.toMatchObject({ code: '23514' })
  })

  test('is one a course, also of two drafts that are published at once', async () => {
    const editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
    for (let round = 0; round < 5; round++) {
      const [course] = await owner<{ id: string }>(
        database,
        `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
      )
      const rules = { is_pretest: true, attempts_allowed: 1, review: 'never', pools: [poolOf('הכול', QUESTIONS)] }
      const fields = { title_he: 'לפני הקורס', course_id: course?.id, ...rules }
      const drafts = [await editor.make('quiz', fields), await editor.make('quiz', fields)]
      for (const { id } of drafts) await checkDraft(editor.caller, id)
      const shown = drafts.map((draft) => codeOf(editor.publish('quiz', draft)))
      expect((await Promise.all(shown)).toSorted()).toEqual(['CONTENT_INCOMPLETE', 'done'])
    }
  })

  test('is asked for by no certificate', async () => {
    const { course, quiz } = await courseWithPretest()
    const standing = await callAs<{ missing: { id: string }[] }>(database, dana.caller, 'my_certificate', [course])
    expect(standing.missing.map(({ id }) => id)).toEqual([quiz])
  })
})

describe('what was learnt in a course', () => {
  test.each([
    [1, 4, { before: 25, after: 100, gain: 100 }],
    [1, 3, { before: 25, after: 75, gain: 66 }],
    [2, 2, { before: 50, after: 50, gain: null }],
    [3, 1, { before: 75, after: 25, gain: null }],
    [4, 4, { before: 100, after: 100, gain: null }],
  ])('from %i of four before to %i after is %o', async (before, after, gain) => {
    const { pretest, quiz, course } = await courseWithPretest()
    await take(pretest, before)
    await take(quiz, after)
    expect(await gainOf(course)).toEqual(gain)
  })

  test('counts the first attempt at each test: what was told since is no gain', async () => {
    const { pretest, quiz, course } = await courseWithPretest()
    await take(pretest, 1)
    await take(quiz, 2)
    await take(quiz, 4)
    expect(await gainOf(course)).toEqual({ before: 25, after: 50, gain: 33 })
  })

  test('is nothing where one of the two is missing', async () => {
    const { pretest, quiz, course } = await courseWithPretest()
    expect(await gainOf(course)).toEqual({ before: null, after: null, gain: null })
    await take(pretest, 2)
    expect(await gainOf(course)).toEqual({ before: 50, after: null, gain: null })
    const other = await courseWithPretest()
    await take(other.quiz, 2)
    expect(await gainOf(other.course)).toEqual({ before: null, after: 50, gain: null })
    expect(quiz).not.toBe(other.quiz)
  })

  test('is told to nobody whose account was closed', async () => {
    const closed = await signUp(database, 'closed@example.com')
    await owner(database, 'update users set is_active = false where id = $1', [closed.id])
    const { course } = await courseWithPretest()
    expect(await gainOf(course, closed).catch(errorCode)).toBe('FORBIDDEN')
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUp } from './support/people.ts'
import { begin, finish, letPass, publishQuiz, QUESTIONS, quizToPublish, readAttempt, start } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let dana: Person
let noam: Person

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noam = await signUp(database, 'noam@example.com')
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(async () => {
  stubRest(database)
  await owner(database, 'delete from private.quiz_attempts')
  await owner(database, 'delete from private.attempts')
})

const code = async (asked: ReturnType<typeof start>) => (await asked).body.code
const mine = (quiz: string, who = dana) =>
  callAs<{ attempts: { id: string; is_open: boolean; percent: number | null }[]; next_at: string | null }>(
    database,
    who.caller,
    'my_quiz_attempts',
    [quiz],
  )

describe('beginning an attempt', () => {
  test('gives the questions of the version, each once, as a student may see them', async () => {
    const quiz = await publishQuiz(database)
    const attempt = await begin(dana, quiz.id)
    expect(attempt).toMatchObject({ state: 'open', percent: null, may_review: false, seconds_left: null })
    expect(attempt.questions.map(({ presented }) => presented.kind).sort()).toEqual(
      QUESTIONS.map(({ kind }) => kind).sort(),
    )
    expect(attempt.questions.map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })

  test('twice, from two windows or with the same id, is one attempt', async () => {
    const quiz = await publishQuiz(database)
    const id = randomUUID()
    const told = await Promise.all([
      start(dana, quiz.id, id),
      start(dana, quiz.id, id),
      start(dana, quiz.id),
      start(dana, quiz.id),
    ])
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(told.map(({ body }) => JSON.stringify(body.questions))).size).toBe(1)
    expect((await mine(quiz.id)).attempts).toHaveLength(1)
  })

  test('of two tests at once with the same id is one of them', async () => {
    const quizzes = [await publishQuiz(database), await publishQuiz(database)]
    for (let round = 0; round < 10; round++) {
      const id = randomUUID()
      const begun = quizzes.map(({ id: quiz }) => callAs(database, dana.caller, 'begin_quiz_attempt', [quiz, id]))
      const told = await Promise.all(begun.map((attempt) => attempt.catch(errorCode)))
      expect(told).toContain(id)
      expect(told).toContain('QUIZ_ATTEMPT_NOT_FOUND')
      await owner(database, 'delete from private.quiz_attempts')
    }
  })

  test('draws as many of each pool as it says, and orders them anew where that is wished', async () => {
    const pools = [
      { topic: 'ראשון', draw: 1, questions: QUESTIONS.slice(0, 2) },
      { topic: 'שני', draw: null, questions: QUESTIONS.slice(2) },
    ]
    const quiz = await publishQuiz(database, { pools, shuffleQuestions: false })
    const first = new Set<string>()
    for (let time = 0; time < 12; time++) {
      const { id, questions } = await begin(dana, quiz.id)
      const kinds = questions.map(({ presented }) => presented.kind)
      expect(kinds.slice(1)).toEqual(['calculated', 'true-false'])
      first.add(kinds[0] ?? '')
      await finish(dana, id)
    }
    expect([...first].sort()).toEqual(['ordering', 'single-choice'])
  })

  test('keeps to the attempts allowed, whatever became of them', async () => {
    const quiz = await publishQuiz(database, { attemptsAllowed: 2 })
    await finish(dana, (await begin(dana, quiz.id)).id)
    const last = await begin(dana, quiz.id)
    expect((await start(dana, quiz.id)).body.id).toBe(last.id)
    await finish(dana, last.id)
    expect(await code(start(dana, quiz.id))).toBe('NO_ATTEMPTS_LEFT')
    expect((await start(noam, quiz.id)).status).toBe(200)
  })

  test('waits between attempts by the clock of the server', async () => {
    const quiz = await publishQuiz(database, { waitMinutes: 60 })
    const { id } = await begin(dana, quiz.id)
    await finish(dana, id)
    expect(await start(dana, quiz.id)).toMatchObject({ status: 409, body: { code: 'QUIZ_ATTEMPT_TOO_SOON' } })
    expect(Date.parse((await mine(quiz.id)).next_at ?? '') - Date.now()).toBeGreaterThan(59 * 60_000)
    await letPass(database, id, 3_599)
    expect(await code(start(dana, quiz.id))).toBe('QUIZ_ATTEMPT_TOO_SOON')
    await letPass(database, id, 2)
    expect((await start(dana, quiz.id)).status).toBe(200)
  })

  test('asks the version of that moment: a later one changes nothing', async () => {
    const quiz = await publishQuiz(database)
    const { id } = await begin(dana, quiz.id)
    await publishQuiz(
      database,
      { title: 'אחר', passPercent: 100, pools: [{ topic: 'א', draw: null, questions: QUESTIONS.slice(0, 1) }] },
      quiz,
    )
    expect(await readAttempt(database, dana, id)).toMatchObject({ title: 'ריבית ומס', pass_percent: 75 })
    expect((await finish(dana, id)).body.questions).toHaveLength(4)
    expect((await begin(dana, quiz.id)).questions).toHaveLength(1)
  })

  test('goes on where the function stopped before the questions were ready, with the whole time', async () => {
    const quiz = await publishQuiz(database, { timeLimitMinutes: 10 })
    const id = await callAs<string>(database, dana.caller, 'begin_quiz_attempt', [quiz.id, randomUUID()])
    await letPass(database, id, 3600)
    expect(await readAttempt(database, dana, id)).toMatchObject({ state: 'new' })
    const { body } = await start(dana, quiz.id)
    expect(body).toMatchObject({ id, state: 'open' })
    expect(body.seconds_left).toBeGreaterThan(595)
  })

  test('waits for all of its questions: with one missing it has not begun', async () => {
    const quiz = await publishQuiz(database)
    const id = await callAs<string>(database, dana.caller, 'begin_quiz_attempt', [quiz.id, randomUUID()])
    const presented = JSON.stringify([1, 2, 3].map((position) => ({ position, presented: {} })))
    expect(await callAs(database, SERVICE, 'ready_quiz_attempt', [id, presented]).catch(errorCode)).toBe(
      'INVALID_QUIZ_ATTEMPT',
    )
    expect(await readAttempt(database, dana, id)).toMatchObject({ state: 'new' })
  })

  test('thirty times an hour, over all tests', async () => {
    const quiz = await publishQuiz(database)
    for (let time = 0; time < 30; time++) {
      await callAs(database, dana.caller, 'begin_quiz_attempt', [quiz.id, randomUUID()])
      await owner(database, 'delete from private.quiz_attempts')
    }
    expect(await start(dana, quiz.id)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await start(noam, quiz.id)).status).toBe(200)
  })
})

test.each([
  ['of its course', 'done'],
  ['of another course', 'LESSON_NOT_FOUND'],
  ['that is not there', 'LESSON_NOT_FOUND'],
])('publishing a test about a lesson %s comes to %s', async (whose, outcome) => {
  const courses = await owner<{ course: string; lesson: string }>(
    database,
    `with made as (insert into courses (title_he) values ('קורס'), ('אחר') returning id)
     insert into lessons (course_id, title_he, duration_seconds) select id, 'שיעור', 60 from made
     returning course_id as course, id as lesson`,
  )
  const [{ course, lesson } = { course: '', lesson: '' }, other] = courses
  const about = { 'of its course': lesson, 'of another course': other?.lesson }[whose] ?? randomUUID()
  const quiz = { ...quizToPublish({ id: randomUUID(), courseId: course }), lesson_id: about }
  const published = callAs(database, SERVICE, 'publish_quiz', [JSON.stringify(quiz)])
  expect(await published.then(() => 'done', errorCode)).toBe(outcome)
})

describe('who may', () => {
  test.each([
    ['of a draft', 'update quizzes set is_published = false where id = $1'],
    [
      'of a course that is hidden',
      'update courses set is_published = false where id = (select course_id from quizzes where id = $1)',
    ],
  ])('nobody begins a test %s, and who has begun goes on', async (_, sql) => {
    const quiz = await publishQuiz(database)
    const { id } = await begin(dana, quiz.id)
    await owner(database, sql, [quiz.id])
    expect((await start(dana, quiz.id, id)).body.id).toBe(id)
    expect((await finish(dana, id)).body.state).toBe('scored')
    expect(await code(start(dana, quiz.id))).toBe('QUIZ_NOT_FOUND')
    expect(await code(start(noam, quiz.id))).toBe('QUIZ_NOT_FOUND')
  })

  test("another's attempt is not there, by any function", async () => {
    const quiz = await publishQuiz(database)
    const { id } = await begin(dana, quiz.id)
    expect(await code(start(noam, quiz.id, id))).toBe('QUIZ_ATTEMPT_NOT_FOUND')
    expect(await code(finish(noam, id))).toBe('QUIZ_ATTEMPT_NOT_FOUND')
    for (const [name, values] of [
      ['read_quiz_attempt', [id]],
      ['save_quiz_answers', [id, '[]']],
      ['submit_quiz_attempt', [id, '[]']],
    ] as const) {
      expect(await callAs(database, noam.caller, name, [...values]).catch(errorCode), name).toBe(
        'QUIZ_ATTEMPT_NOT_FOUND',
      )
    }
    expect((await mine(quiz.id, noam)).attempts).toEqual([])
    expect(await readAttempt(database, dana, id)).toMatchObject({ state: 'open' })
  })

  test('only a student with a verified address takes one', async () => {
    const quiz = await publishQuiz(database)
    const unverified = await signUp(database, 'unverified@example.com', { verified: false })
    expect(await code(start(unverified, quiz.id))).toBe('FORBIDDEN')
    const values = [quiz.id, randomUUID()]
    expect(await callAs(database, ANONYMOUS, 'begin_quiz_attempt', values).catch(errorCode)).toBe('denied')
    expect(await callAs(database, SERVICE, 'begin_quiz_attempt', values).catch(errorCode)).toBe('denied')
  })

  test('a deleted account takes its attempts with it', async () => {
    const gone = await signUp(database, 'gone@example.com')
    const quiz = await publishQuiz(database)
    await finish(gone, (await begin(gone, quiz.id)).id)
    await owner(database, 'delete from auth.users where id = $1', [gone.id])
    expect(await owner(database, 'select id from private.quiz_attempts')).toEqual([])
  })
})

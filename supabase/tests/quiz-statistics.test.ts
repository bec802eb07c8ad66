import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, removeCourses } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'
import { publishQuiz } from './support/quizzes.ts'

type Option = { text: string; times: number; rest: number; is_right: boolean }
type Item = {
  id: string
  median_seconds?: number | null
  kind: string
  answers: number
  is_asked: boolean
  share?: number
  discrimination?: number | null
  skipped?: number
  sure?: number
  sure_wrong?: number
  options?: Option[]
}
type Statistics = { students: number; passed: number | null; median_seconds: number | null; questions: Item[] }
/** What a student did at each of the four questions: points, and whether they were sure; the first is a choice. */
type Attempt = { points: number[]; sure: boolean[]; choice: number | null; seconds: number }

const OPTIONS = ['הקרן', 'הריבית', 'העמלה']
let database: Database
let editor: ReturnType<typeof editorOf>
let quiz: string
let students: string[]

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
  students = []
  for (let place = 0; place < 24; place += 1) students.push((await signUp(database, `s${place}@example.com`)).id)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await removeCourses(database)
  quiz = (await publishQuiz(database)).id
})

async function keep(student: string, { points, sure, choice, seconds }: Attempt, startedAt = '2026-11-01T10:00:00Z') {
  const id = randomUUID()
  const sum = points.reduce((total, one) => total + one, 0)
  await owner(
    database,
    `insert into private.quiz_attempts (id, user_id, quiz_id, version, created_at, started_at, submitted_at, ended_by, scored_at, points, percent, passed)
     values ($1, $2, $3, 1, $4, $4, $4::timestamptz + make_interval(secs => $5), 'student', now(), $6, $7, $8)`,
    [id, student, quiz, startedAt, seconds, sum, Math.floor(sum * 25), sum >= 3],
  )
  for (const [index, one] of points.entries())
    await owner(
      database,
      `insert into private.quiz_attempt_questions (attempt_id, position, place, presented, answer, confidence, points, is_correct)
       select $1, $2, $2, $3, $4, $5, $6, $7`,
      [
        ...[id, index + 1],
        JSON.stringify(index === 0 ? { options: OPTIONS.map((text, place) => ({ id: `x${place}`, text })) } : {}),
        index === 0 && choice === null
          ? null
          : JSON.stringify(index === 0 ? { choice: `x${choice}` } : { claim: true }),
        ...[sure[index] ? 'sure' : 'unsure', one, one === 1],
      ],
    )
}
const read = () => editor.ask<Statistics>('quiz_statistics', [quiz])

const mean = (values: number[]) => values.reduce((total, one) => total + one, 0) / values.length
function correlation(a: number[], b: number[]): number | null {
  const [middleA, middleB] = [mean(a), mean(b)]
  const together = a.reduce((total, one, index) => total + (one - middleA) * ((b[index] ?? 0) - middleB), 0)
  const spread = Math.sqrt(
    a.reduce((total, one) => total + (one - middleA) ** 2, 0) *
      b.reduce((total, one) => total + (one - middleB) ** 2, 0),
  )
  return spread === 0 ? null : together / spread
}

const POINTS = fc.constantFrom(0, 0.5, 1)
const ATTEMPT = fc.record({
  points: fc.array(POINTS, { minLength: 4, maxLength: 4 }),
  sure: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  choice: fc.option(fc.constantFrom(0, 1, 2)),
  seconds: fc.integer({ min: 1, max: 4000 }),
})

test('equal a recount of what students did', async () => {
  const histories = fc.sample(fc.array(ATTEMPT, { minLength: 10, maxLength: 24 }), { numRuns: 8, seed: 23 })
  const same = { points: [1, 1, 1, 1], sure: [true, true, true, true], choice: 1, seconds: 60 }
  for (const history of [
    ...histories,
    Array(10).fill(same),
    Array(10).fill({ ...same, points: [0, 0, 0, 0] }),
  ] as Attempt[][]) {
    await owner(database, 'delete from private.quiz_attempts')
    for (const [place, attempt] of history.entries()) {
      await keep(students[place] ?? '', attempt)
      // What follows the first attempt has been learned from it.
      if (place % 3 === 0) await keep(students[place] ?? '', same, '2026-11-02T10:00:00Z')
    }
    const found = await read()
    expect(found.students).toBe(history.length)
    expect(found.passed).toBeCloseTo(
      mean(history.map(({ points }) => (points.reduce((a, b) => a + b, 0) >= 3 ? 1 : 0))),
    )
    const first = found.questions.find(({ kind }) => kind === 'single-choice')
    const rest = history.map(({ points }) => points.slice(1).reduce((a, b) => a + b, 0) / 3)
    const own = history.map(({ points }) => points[0] ?? 0)
    expect(first).toMatchObject({
      answers: history.length,
      is_asked: true,
      skipped: history.filter(({ choice }) => choice === null).length,
      sure: history.filter(({ sure }) => sure[0]).length,
      sure_wrong: history.filter(({ sure, points }) => sure[0] && points[0] !== 1).length,
    })
    expect(first?.share).toBeCloseTo(mean(own))
    const wanted = correlation(own, rest)
    if (wanted === null) expect(first?.discrimination).toBeNull()
    else expect(first?.discrimination).toBeCloseTo(wanted)
    for (const [place, text] of OPTIONS.entries()) {
      const choosers = rest.filter((_, index) => history[index]?.choice === place)
      const option = first?.options?.find((one) => one.text === text)
      expect([text, option?.times ?? 0]).toEqual([text, choosers.length])
      if (option) expect([option.is_right, option.rest]).toEqual([text === 'הריבית', expect.closeTo(mean(choosers))])
    }
  }
})

test('say how long a question took: from the answer before it to its own first one, alone and without pauses', async () => {
  const moments = [40, 100, 100, 2500]
  for (const student of students.slice(0, 10))
    await keep(student, { points: [1, 0, 1, 0], sure: [true, true, true, true], choice: 1, seconds: 3000 })
  await owner(
    database,
    `update private.quiz_attempt_questions as asked set first_answered_at = started_at + make_interval(secs => ($1::integer[])[position])
     from private.quiz_attempts as attempts where attempts.id = attempt_id`,
    [moments],
  )
  const places = await owner<{ place: number; id: string }>(
    database,
    'select place, question_id as id from private.quiz_questions where quiz_id = $1 order by place',
    [quiz],
  )
  const { questions } = await read()
  const median = (at: number) => questions.find(({ id }) => id === places[at]?.id)?.median_seconds
  // The second and the third came in one message, and before the last one somebody went away.
  expect([median(0), median(1), median(2), median(3)]).toEqual([40, null, null, null])
})

test('of fewer than ten students say only how many they are', async () => {
  for (const student of students.slice(0, 9))
    await keep(student, { points: [1, 0, 1, 0], sure: [true, true, true, true], choice: 1, seconds: 60 })
  const { students: counted, passed, median_seconds, questions } = await read()
  expect([counted, passed, median_seconds]).toEqual([9, null, null])
  for (const question of questions)
    expect(Object.keys(question).sort()).toEqual(['answers', 'id', 'is_asked', 'kind', 'text'])
})

test('are for those who manage tests', async () => {
  const people = [
    (await signUp(database, 'dana@example.com')).caller,
    (await signUpStaff(database, 'm@academy.example', 'marketing')).caller,
    (await signUpStaff(database, 'a@academy.example', 'analyst')).caller,
  ]
  for (const caller of people)
    expect(await codeOf(editorOf(database, caller).ask('quiz_statistics', [quiz]))).toBe('FORBIDDEN')
})

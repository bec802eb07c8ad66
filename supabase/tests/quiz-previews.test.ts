import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { explainAnswer } from '../functions/_shared/quizzes/registry.ts'
import { handler } from '../functions/quiz-preview/handler.ts'
import type { Drawn } from '../functions/quiz-preview/round.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { codeOf, editorOf, type StoredContent } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE } from './support/people.ts'
import { type Attempt, QUESTIONS, SECRET } from './support/quizzes.ts'
import { PUBLISHABLE_KEY, stubRest } from './support/rest-shim.ts'

type Round = Attempt & { code?: string; version: number; left_out: number; title: string; course_title: string }
type Told = { status: number; body: Round; text: string }

let database: Database
let cast: Cast
let editor: ReturnType<typeof editorOf>
let course: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  stubRest(database)
  editor = editorOf(database, cast.caller('super_admin'))
  course = (await editor.make('course', { title_he: 'קורס בטיוטה' })).id
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(() => owner(database, 'delete from private.attempts'))

const poolOf = (definitions: object[], draw: number | null = null) => ({
  ...{ topic: 'הכול', draw },
  questions: definitions.map((definition) => ({ id: randomUUID(), definition })),
})
const make = (fields: object = {}) =>
  editor.make('quiz', { title_he: 'ריבית', course_id: course, pools: [poolOf(QUESTIONS)], ...fields })
const link = async (kind: string, { id }: StoredContent) =>
  (await editor.ask<{ token: string }>('make_content_preview', [kind, id, 1])).token
const linkedQuiz = async (fields: object = {}) => {
  const quiz = await make(fields)
  return { quiz, token: await link('quiz', quiz) }
}

async function ask(body: object): Promise<Told> {
  const answer = await handler(
    new Request('http://supabase.test/functions/v1/quiz-preview', {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY },
      body: JSON.stringify(body),
    }),
  )
  const text = await answer.text()
  return { status: answer.status, body: JSON.parse(text) as Round, text }
}
const begin = (token: string, round: string = randomUUID()) => ask({ action: 'begin', token, round })
const score = (token: string, { id, version }: Round, answers: unknown = []) =>
  ask({ action: 'score', token, round: id, version, answers })

/** The right answers of a round, by what the function alone is told. */
async function rightAnswers(token: string, { id }: Round) {
  const { questions } = await callAs<Drawn>(database, SERVICE, 'draw_previewed_quiz', [token, id])
  return questions.map(({ definition, seed }, index) => ({
    ...{ position: index + 1, confidence: 'sure' },
    answer: explainAnswer(definition, seed, null).right,
  }))
}

describe('[2.12-12] a link to the draft of a test', () => {
  test('tells its rules to whoever holds it, and no question', async () => {
    const pools = [poolOf(QUESTIONS, 2), poolOf(QUESTIONS.slice(0, 1), 5)]
    const { token } = await linkedQuiz({ pools, pass_percent: 75, intro_he: 'שתי שאלות.', time_limit_minutes: 9 })
    const shown = await callAs<{ kind: string; row: object }>(database, ANONYMOUS, 'read_content_preview', [token])
    expect(shown).toMatchObject({ kind: 'quiz', row: { purpose: 'test', course: { title_he: 'קורס בטיוטה' } } })
    expect(shown.row).toMatchObject({ rules: { title_he: 'ריבית', intro_he: 'שתי שאלות.', question_count: 3 } })
    expect(shown.row).toMatchObject({ rules: { pass_percent: 75, time_limit_minutes: 9, review: 'after-submit' } })
    for (const told of [SECRET, QUESTIONS[0]?.text ?? '', 'pools', 'seed'])
      expect(JSON.stringify(shown)).not.toContain(told)
  })

  test('of a pretest tells its own rules', async () => {
    const { token } = await linkedQuiz({ is_pretest: true, attempts_allowed: 4 })
    const shown = await callAs<object>(database, ANONYMOUS, 'read_content_preview', [token])
    expect(shown).toMatchObject({ row: { purpose: 'pretest', rules: { attempts_allowed: 1, review: 'never' } } })
  })
})

describe('a round of a previewed test', () => {
  test('asks what a student would be asked, without a key', async () => {
    const { token } = await linkedQuiz({ time_limit_minutes: 9, shuffle_questions: false })
    const { body, text } = await begin(token)
    expect(body).toMatchObject({ state: 'open', seconds_left: 540, left_out: 0, title: 'ריבית', may_review: false })
    expect(body.course_title).toBe('קורס בטיוטה')
    expect(body.questions.map(({ presented }) => presented.kind)).toEqual(QUESTIONS.map(({ kind }) => kind))
    for (const told of [SECRET, '"right"', 'formula', '"seed"', '"definition"', '"pools"'])
      expect(text).not.toContain(told)
  })

  test('is the same for its id, and another one for another', async () => {
    const { token } = await linkedQuiz({ pools: [poolOf(QUESTIONS, 3)] })
    const round = randomUUID()
    const [first, again] = [await begin(token, round), await begin(token, round)]
    expect(first.body.questions).toHaveLength(3)
    expect(again.text).toBe(first.text)
    const others = await Promise.all(Array.from({ length: 6 }, () => begin(token)))
    expect(new Set(others.map(({ body }) => JSON.stringify(body.questions))).size).toBe(6)
  })

  test('is drawn by what its link alone keeps: another link to the same draft draws another', async () => {
    const { quiz, token } = await linkedQuiz()
    const round = randomUUID()
    const other = await begin(await link('quiz', quiz), round)
    expect(other.body.questions).not.toEqual((await begin(token, round)).body.questions)
  })

  test('is scored by what was answered, with the reasons', async () => {
    const { token } = await linkedQuiz()
    const { body } = await begin(token)
    const right = await score(token, body, await rightAnswers(token, body))
    expect(right.body).toMatchObject({ state: 'scored', percent: 100, passed: true, may_review: true })
    expect(right.body.questions.every(({ correct, confidence }) => correct && confidence === 'sure')).toBe(true)
    expect(right.text).toContain(SECRET)
    expect(right.body.questions.map(({ presented }) => presented)).toEqual(
      body.questions.map(({ presented }) => presented),
    )
    const half = await score(token, body, (await rightAnswers(token, body)).slice(0, 2))
    expect(half.body).toMatchObject({ percent: 50, passed: false })
  })

  test.each([
    ['never', false, 'nothing'],
    ['after-pass', false, 'nothing'],
    ['after-pass', true, 'everything'],
  ] as const)('with the rule %s and passed %s tells %s of the answers', async (review, passes, told) => {
    const { token } = await linkedQuiz({ review })
    const { body } = await begin(token)
    const { body: scored, text } = await score(token, body, passes ? await rightAnswers(token, body) : [])
    expect(scored).toMatchObject({ passed: passes, may_review: told === 'everything' })
    expect(text.includes(SECRET)).toBe(told === 'everything')
    expect(scored.questions.every(({ correct }) => correct === null)).toBe(told === 'nothing')
  })

  test('leaves out what nobody may be asked yet, and says how much', async () => {
    const unready = { kind: 'single-choice', topic: 'ריבית', text: '', options: [], right: 'x' }
    const { token } = await linkedQuiz({ pools: [poolOf([unready, ...QUESTIONS])] })
    const { body } = await begin(token)
    expect(body).toMatchObject({ left_out: 1, questions: { length: QUESTIONS.length } })
    expect(body.questions.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    const { token: empty } = await linkedQuiz({ pools: [] })
    const nothing = await begin(empty)
    expect(nothing.body.questions).toEqual([])
    expect((await score(empty, nothing.body)).body).toMatchObject({ percent: 0, passed: false })
  })

  test('is refused once the draft was changed: its questions may be others', async () => {
    const { quiz, token } = await linkedQuiz()
    const { body } = await begin(token)
    await editor.save('quiz', quiz, { title_he: 'אחר' })
    expect(await score(token, body)).toMatchObject({ status: 409, body: { code: 'CONTENT_CHANGED' } })
    expect((await begin(token)).body.title).toBe('אחר')
  })

  test('takes whatever is sent for an answer, and gives nothing for it', async () => {
    const { token } = await linkedQuiz()
    const { body } = await begin(token)
    const hostile = ['', null, 1e308, { choice: { a: 1 } }, { order: 'x' }, { number: '1e9' }, [], { pairs: [] }]
    for (const answer of hostile) {
      const answers = body.questions.map(({ position }) => ({ position, answer, confidence: { a: 1 } }))
      const { status, body: scored } = await score(token, body, answers)
      expect(status).toBe(200)
      expect(scored).toMatchObject({ percent: 0, questions: [{ confidence: null }, {}, {}, {}] })
    }
    for (const answers of ['x', null, [1], [{}], Array.from({ length: 301 }, () => ({ position: 1 }))])
      expect((await score(token, body, answers)).status).toBe(400)
    for (const asked of [null, {}, { action: 'begin', token }, { action: 'end', token, round: randomUUID() }])
      expect((await ask(asked as object)).status).toBe(400)
  })

  test('stores nothing of what was taken', async () => {
    const { token } = await linkedQuiz()
    const counts = () =>
      owner<{ relname: string; n: string }>(
        database,
        `select relname, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || oid::regclass, false, true, '')))[1]::text as n
         from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           and relname <> 'attempts' order by relname`,
      )
    const before = await counts()
    expect(before.map(({ relname }) => relname)).toContain('quiz_attempts')
    const { body } = await begin(token)
    await score(token, body, await rightAnswers(token, body))
    expect(await counts()).toEqual(before)
  })
})

describe('who has no link', () => {
  test('is told nothing: without one, with one that ended, or with that of another kind', async () => {
    const { quiz, token } = await linkedQuiz()
    const ofCourse = await link('course', { id: course } as StoredContent)
    for (const other of ['', 'x', token.slice(1), token.toUpperCase(), ofCourse])
      expect(await begin(other)).toMatchObject({ status: 404, body: { code: 'PREVIEW_NOT_FOUND' } })
    const { body } = await begin(token)
    await editor.ask('end_content_previews', ['quiz', quiz.id])
    expect((await score(token, body)).status).toBe(404)
    const late = await link('quiz', quiz)
    await owner(database, 'update private.content_previews set expires_at = now() where id = $1', [quiz.id])
    expect((await begin(late)).status).toBe(404)
  })

  test('draws no questions: not as a visitor, a student or a member of the staff', async () => {
    const { token } = await linkedQuiz()
    for (const caller of [ANONYMOUS, cast.caller('student'), cast.caller('super_admin')])
      expect(await codeOf(callAs(database, caller, 'draw_previewed_quiz', [token, randomUUID()]))).toBe('denied')
    expect(await callAs(database, SERVICE, 'draw_previewed_quiz', [token, null])).toBeNull()
  })

  test('is made no link to a test without the permission to write it', async () => {
    const { quiz } = await linkedQuiz()
    const stranger = editorOf(database, cast.caller('marketing'))
    expect(await codeOf(stranger.ask('make_content_preview', ['quiz', quiz.id, 1]))).toBe('FORBIDDEN')
  })
})

test('a link is asked three hundred times an hour, and no other link pays for it', async () => {
  const [{ token }, { token: other }] = [await linkedQuiz(), await linkedQuiz()]
  await owner(
    database,
    `insert into private.attempts (scope, key_hash, subject_hash)
     select 'quiz preview', private.keyed_hash(encode(sha256(convert_to($1, 'UTF8')), 'hex')), private.keyed_hash(turn::text)
     from generate_series(1, 299) as turn`,
    [token],
  )
  expect((await begin(token)).status).toBe(200)
  expect(await begin(token)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect((await begin(other)).status).toBe(200)
})

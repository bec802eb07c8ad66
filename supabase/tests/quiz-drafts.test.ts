import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, assemble, type Cast } from './support/cast.ts'
import { codeOf, editorOf, misnotedDrafts, type StoredContent } from './support/content.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import {
  begin,
  checkDraft,
  finish,
  poolOf,
  publishQuiz,
  QUESTIONS,
  readAttempt,
  rightAnswers,
  SECRET,
} from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

let database: Database
let cast: Cast
let editor: ReturnType<typeof editorOf>
let colleague: ReturnType<typeof editorOf>
let course: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  stubRest(database)
  editor = editorOf(database, cast.caller('super_admin'))
  colleague = editorOf(database, cast.caller('admin'))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
afterEach(async () => expect(await misnotedDrafts(database)).toEqual([]))
beforeEach(async () => {
  await owner(database, 'delete from private.attempts')
  const [row] = await owner<{ id: string }>(
    database,
    `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  course = row?.id ?? ''
})

test('[2.12-12] the tests of a course have an order, which those who write them change', async () => {
  const made: string[] = []
  for (const title_he of ['ראשון', 'שני', 'שלישי']) {
    made.push((await editor.make('quiz', { title_he, course_id: course })).id)
  }
  const [first, , third] = made
  expect(await editor.ask('move_content', ['quiz', third, first])).toMatchObject({ place: 1, of: 3, was: 3 })
  const { rows } = await colleague.ask<{ rows: { title: string }[] }>('list_content', [
    { kind: 'quiz', parent: course, sort: 'place' },
  ])
  expect(rows.map(({ title }) => title)).toEqual(['שלישי', 'ראשון', 'שני'])
  const stranger = editorOf(database, cast.caller('marketing'))
  expect(await codeOf(stranger.ask('move_content', ['quiz', third, null]))).toBe('FORBIDDEN')
})

const POOLS = () => [poolOf('הכול', QUESTIONS)]
const make = (fields: object = {}) => editor.make('quiz', { title_he: 'ריבית', course_id: course, ...fields })
const read = (id: string) => editor.ask('read_content', ['quiz', id])
const codesOf = ({ problems }: StoredContent) => problems.map(({ code }) => code).sort()
const versionsOf = (id: string) => owner(database, 'select version from quiz_versions where quiz_id = $1', [id])

const check = (id: unknown, caller = cast.caller('super_admin'), action?: string) => checkDraft(caller, id, action)

async function shownQuiz(fields: object = {}): Promise<StoredContent> {
  const made = await make({ pools: POOLS(), ...fields })
  expect((await check(made.id)).body.problems).toEqual([])
  return editor.publish('quiz', made)
}

describe('a test', () => {
  test('[2.12-12] is a draft that nobody meets until it is published, and is asked as it was written', async () => {
    const made = await make()
    expect(made).toMatchObject({ state: 'draft', values: { pass_percent: 70, review: 'after-submit', pools: [] } })
    expect(codesOf(made)).toEqual(['NO_QUESTIONS'])
    const saved = await editor.save('quiz', made, { pools: POOLS(), intro_he: 'ארבע שאלות.', pass_percent: 75 })
    expect(codesOf(saved)).toEqual(['QUESTIONS_UNCHECKED'])
    await check(saved.id)
    expect(await editor.publish('quiz', saved)).toMatchObject({ state: 'published', is_shown: true })
    const attempt = await begin(cast.person('student'), saved.id)
    expect(attempt.questions).toHaveLength(QUESTIONS.length)
    await finish(cast.person('student'), attempt.id, await rightAnswers(database, attempt))
    expect(await readAttempt(database, cast.person('student'), attempt.id)).toMatchObject({ percent: 100 })
  })

  test('[2.12-12] that is changed while an attempt runs leaves the attempt as it was', async () => {
    const shown = await shownQuiz()
    const student = cast.person('student')
    const attempt = await begin(student, shown.id)
    const changed = await editor.save('quiz', shown, { title_he: 'אחר', pools: [poolOf('מס', QUESTIONS.slice(3))] })
    await check(shown.id)
    await editor.publish('quiz', changed)
    expect(await readAttempt(database, student, attempt.id)).toEqual(attempt)
    await finish(student, attempt.id, await rightAnswers(database, attempt))
    expect(await readAttempt(database, student, attempt.id)).toMatchObject({ percent: 100 })
    expect((await begin(student, shown.id)).questions).toHaveLength(1)
    expect(await versionsOf(shown.id)).toHaveLength(2)
  })

  test('[2.12-12] of two members who write and publish at once is one version, whole, as one of them wrote it', async () => {
    for (let round = 0; round < 4; round++) {
      const shown = await shownQuiz()
      const write = async (who: typeof editor, topic: string) => {
        const saved = await who.save('quiz', shown, { pools: [poolOf(topic, QUESTIONS)] })
        await check(saved.id, who.caller)
        await who.publish('quiz', saved)
        return topic
      }
      const ends = await Promise.allSettled([write(editor, 'א'), write(colleague, 'ב')])
      const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
      expect(won).toHaveLength(1)
      const asked = await owner<{ topic: string; count: string }>(
        database,
        `select pools.topic, count(*) from private.quiz_pools as pools
         join public.quizzes on quizzes.id = pools.quiz_id and quizzes.version = pools.version
         join private.quiz_questions as questions
           on questions.quiz_id = pools.quiz_id and questions.version = pools.version and questions.pool = pools.pool
         where quizzes.id = $1 group by pools.topic`,
        [shown.id],
      )
      expect(asked).toEqual([{ topic: won[0], count: String(QUESTIONS.length) }])
      expect(await versionsOf(shown.id)).toHaveLength(2)
      const saved = await editor.save('quiz', await read(shown.id), { pass_percent: 80 })
      await Promise.allSettled([editor, colleague].map((who) => who.publish('quiz', saved)))
      expect(await versionsOf(shown.id)).toHaveLength(3)
      expect(await read(shown.id)).toMatchObject({ state: 'published', live: { pass_percent: 80 } })
    }
  })

  test('that is published again unchanged, hidden or moved to a lesson is the same version', async () => {
    const shown = await shownQuiz()
    await editor.ask('unpublish_content', ['quiz', shown.id])
    await editor.publish('quiz', await read(shown.id))
    expect(await versionsOf(shown.id)).toHaveLength(1)
    expect(await read(shown.id)).toMatchObject({ state: 'published' })
  })

  test('that a seed published has a draft that is the same, and stays valid when its words change', async () => {
    const { id } = await publishQuiz(database)
    const seeded = await read(id)
    expect(seeded).toMatchObject({ state: 'published', problems: [], values: { title_he: 'ריבית ומס' } })
    const renamed = await editor.save('quiz', seeded, { title_he: 'ריבית' })
    expect(await editor.publish('quiz', renamed)).toMatchObject({ state: 'published', live: { title_he: 'ריבית' } })
    await publishQuiz(database, { title: 'מן הזרע' }, { id, courseId: course })
    expect(await read(id)).toMatchObject({ state: 'published', values: { title_he: 'מן הזרע' } })
  })

  test('is listed with its course, by the name of its draft', async () => {
    const made = await make({ title_he: 'שם מיוחד במינו' })
    const list = await editor.ask<{ rows: object[] }>('list_content', [
      JSON.stringify({ kind: 'quiz', sort: 'title', search: 'מיוחד במינו' }),
    ])
    expect(list.rows).toMatchObject([{ id: made.id, title: 'שם מיוחד במינו', state: 'draft', parent: { id: course } }])
  })

  test('is copied as a draft with its questions', async () => {
    const shown = await shownQuiz()
    const copy = await editor.ask('duplicate_content', ['quiz', shown.id, randomUUID()])
    expect(copy).toMatchObject({ state: 'draft', values: { pools: shown.values.pools } })
    expect(codesOf(copy)).toEqual(['QUESTIONS_UNCHECKED'])
  })
})

describe('questions that were not found valid', () => {
  const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
  const WRONG = [poolOf('ריבית', [{ kind: 'true-false', topic: 'ריבית', text: 'בלי סיבה', right: true }])]

  test('are told with their places, and are published by no way', async () => {
    const made = await make({ pools: WRONG })
    const { status, body } = await check(made.id)
    expect([status, body.problems?.map(({ code }) => code)]).toEqual([200, ['SHAPE']])
    expect(await codeOf(editor.publish('quiz', made, 'בכל זאת'))).toBe('CONTENT_INCOMPLETE')
    expect(await codeOf(editor.ask('schedule_content', ['quiz', made.id, made.version, inAMinute(), null, 'כן']))).toBe(
      'CONTENT_INCOMPLETE',
    )
  })

  test('that came after the check are not published by it, nor by a schedule that was set before', async () => {
    const made = await make({ pools: POOLS() })
    await check(made.id)
    await editor.ask('schedule_content', ['quiz', made.id, made.version, inAMinute(), null, null])
    await colleague.save('quiz', made, { pools: WRONG })
    await owner(database, `update private.content_items set publish_at = now() where id = $1`, [made.id])
    await callAs(database, SERVICE, 'run_content_schedules', [])
    expect(await read(made.id)).toMatchObject({ is_shown: false, schedule_failure: 'incomplete' })
  })

  test('are not marked by the number of an earlier version', async () => {
    const made = await make({ pools: POOLS() })
    await editor.save('quiz', made, { pools: WRONG })
    expect(await callAs(database, SERVICE, 'mark_quiz_checked', [made.id, made.version])).toBe(false)
    expect(codesOf(await read(made.id))).toContain('QUESTIONS_UNCHECKED')
  })
})

describe('a draft refuses', () => {
  const question = { id: randomUUID(), definition: QUESTIONS[3] }
  const pool = (changes: object) => [{ topic: 'א', draw: null, questions: [question], ...changes }]
  test.each([
    ['pools that are no list', { pools: {} }],
    ['a pool without questions', { pools: [{ topic: 'א', draw: null }] }],
    ['a pool with more in it', { pools: pool({ secret: 1 }) }],
    ['half a question drawn', { pools: pool({ draw: 0.5 }) }],
    ['a topic of 61 letters', { pools: pool({ topic: 'א'.repeat(61) }) }],
    ['two questions of one id', { pools: pool({ questions: [question, question] }) }],
    ['a question that is a word', { pools: pool({ questions: ['x'] }) }],
    [
      'a question of 30 kB',
      { pools: pool({ questions: [{ ...question, definition: { text: 'א'.repeat(15_000) } }] }) },
    ],
    ['101 pools', { pools: Array.from({ length: 101 }, () => ({ topic: 'א', draw: null, questions: [] })) }],
    ['301 questions', { pools: [poolOf('א', Array<object>(301).fill({}))] }],
    ['a megabyte', { intro_he: 'א'.repeat(600_000) }],
    ['a mark of 101', { pass_percent: 101 }],
    ['no wait at all', { wait_minutes: null }],
    ['a lesson that is none', { lesson_id: randomUUID() }],
    ['a review of its own kind', { review: 'always' }],
    ['the course', { course_id: randomUUID() }],
    ['the version', { version: 1 }],
  ])('%s', async (_, changes) => {
    const made = await make()
    expect(await codeOf(editor.save('quiz', made, changes))).toBe('CONTENT_INVALID')
    expect(await read(made.id)).toEqual(made)
  })

  test('a lesson of another course', async () => {
    const [lesson] = await owner<{ id: string }>(
      database,
      `with other as (insert into courses (title_he) values ('אחר') returning id)
       insert into lessons (course_id, title_he, order_index) select id, 'שיעור', 1 from other returning id`,
    )
    expect(await codeOf(editor.save('quiz', await make(), { lesson_id: lesson?.id }))).toBe('CONTENT_INVALID')
  })
})

describe('what is missing', () => {
  test('is listed: empty pools, topics, more drawn than there are', async () => {
    const pools = [poolOf(' ', []), poolOf('מס', QUESTIONS.slice(3), 2)]
    const codes = codesOf(await make({ pools }))
    expect(codes).toEqual(['DRAW_TOO_MANY', 'NO_QUESTIONS', 'QUESTIONS_UNCHECKED', 'TOPIC_MISSING'])
  })

  test('of a pretest is its rules; a second one of a course, and a change of purpose after an attempt, are refused', async () => {
    const pretest = { is_pretest: true, attempts_allowed: 1, review: 'never' }
    expect(codesOf(await make({ is_pretest: true, pools: POOLS() }))).toContain('PRETEST_RULES')
    const first = await shownQuiz(pretest)
    expect(first).toMatchObject({ state: 'published' })
    expect(codesOf(await make({ ...pretest, pools: POOLS() }))).toContain('PRETEST_TAKEN')
    await begin(cast.person('student'), first.id)
    expect(codesOf(await editor.save('quiz', first, { is_pretest: false }))).toContain('PURPOSE_FIXED')
  })

  test('of a hidden course can be waived', async () => {
    await owner(database, 'update courses set is_published = false where id = $1', [course])
    const made = await make({ pools: POOLS() })
    await check(made.id)
    expect((await read(made.id)).problems).toMatchObject([{ code: 'COURSE_HIDDEN', can_waive: true }])
  })
})

describe('[6-20] keys of a draft', () => {
  test('are read by managers alone, through the functions of the staff', async () => {
    const shown = await shownQuiz()
    const told: string[] = []
    for (const actor of ACTORS) {
      const caller = cast.caller(actor)
      const answers = [
        await callAs(database, caller, 'read_content', ['quiz', shown.id]).catch(errorCode),
        await callAs(database, caller, 'content_history', ['quiz', shown.id]).catch(errorCode),
        await callAs(database, caller, 'list_content', ['{"kind": "quiz"}']).catch(errorCode),
        await callAs(database, caller, 'save_content', ['quiz', shown.id, 0, '{}']).catch(errorCode),
        await callAs(database, caller, 'duplicate_content', ['quiz', shown.id, randomUUID()]).catch(errorCode),
        await database
          .queryAsCaller(caller, 'select to_jsonb(quizzes), to_jsonb(quiz_versions) from quizzes, quiz_versions', [])
          .catch(errorCode),
      ]
      if (JSON.stringify(answers).includes(SECRET)) told.push(actor)
    }
    expect(told.sort()).toEqual(['admin', 'super_admin'])
  })

  test('are checked for managers alone', async () => {
    const made = await make({ pools: POOLS() })
    for (const actor of ['student', 'analyst', 'marketing', 'deactivatedStaff', 'superAdminWithoutApp'] as const)
      expect((await check(made.id, cast.caller(actor))).body.code, actor).toBe('FORBIDDEN')
    expect(codesOf(await read(made.id))).toEqual(['QUESTIONS_UNCHECKED'])
    expect((await check('x')).status).toBe(400)
    expect((await check(made.id, cast.caller('admin'), 'publish')).status).toBe(400)
    expect((await check(randomUUID())).status).toBe(404)
  })
})

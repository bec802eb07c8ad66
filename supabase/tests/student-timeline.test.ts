import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { begin, finish, publishQuiz, rightAnswers } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

type Line = { at: string; key: string; kind: string; what: string; title: string | null; detail: string | null }
type Page = { rows: Line[]; size: number; is_open: boolean }

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const student = () => cast.person('student').id
const timeline = (actor: Actor, query: Record<string, unknown> = {}) =>
  callAs<Page>(database, cast.caller(actor), 'student_timeline', [student(), query])

test('[6-14] the timeline tells what happened, and nothing personal before the record is opened', async () => {
  const { rows, is_open } = await timeline('admin')
  expect(is_open).toBe(false)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['sign_in', 'account', 'lesson', 'course', 'ticket', 'consent', 'staff']),
  )
  expect(rows.map(({ at }) => Date.parse(at))).toEqual(rows.map(({ at }) => Date.parse(at)).toSorted((a, b) => b - a))
  expect(rows.filter(({ kind }) => kind === 'ticket')).toMatchObject([{ what: 'ticket_open', detail: null }])
  expect(rows.filter(({ kind }) => kind === 'sign_in').every(({ detail }) => detail === null)).toBe(true)
  expect(JSON.stringify(rows)).not.toContain('@')

  await callAs(database, cast.caller('admin'), 'open_student_record', [student()])
  const opened = await timeline('admin', { kinds: ['ticket', 'staff'] })
  expect(opened.is_open).toBe(true)
  expect(opened.rows.find(({ kind }) => kind === 'ticket')?.detail).toBe('שאלה')
  expect(opened.rows[0]).toMatchObject({ kind: 'staff', what: 'looked_record', actor: 'צוות' })
  expect((await timeline('super_admin', { kinds: ['ticket'] })).rows[0]?.detail).toBe(null)
})

test('[6-14] tests and certificates are told of, and what was reached while the record is open', async () => {
  const who = cast.person('otherStudent')
  const tells = (actor: Actor, kinds: string[]) =>
    callAs<Page>(database, cast.caller(actor), 'student_timeline', [who.id, { kinds }])
  stubRest(database)
  const { id, courseId } = await publishQuiz(database, { title: 'ריבית' })
  const attempt = await begin(who, id)
  await finish(who, attempt.id, await rightAnswers(database, attempt))
  await finish(who, (await begin(who, id)).id)
  await owner(database, 'insert into course_completions (user_id, course_id, lesson_count) values ($1, $2, 1)', [
    who.id,
    courseId,
  ])
  await callAs(database, who.caller, 'issue_certificate', [courseId, 'דנה', 'לוי'])
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  const { rows } = await tells('admin', ['test', 'certificate'])
  expect(rows.map(({ what, title, detail }) => [what, title, detail])).toEqual([
    ['certificate_issued', 'קורס', null],
    ['test_not_passed', 'ריבית', null],
    ['test_begun', 'ריבית', null],
    ['test_passed', 'ריבית', null],
    ['test_begun', 'ריבית', null],
  ])
  await callAs(database, cast.caller('admin'), 'open_student_record', [who.id])
  const opened = await tells('admin', ['test'])
  expect(opened.rows.map(({ detail }) => detail)).toEqual(['0%', null, '100%', null])
  expect((await tells('admin', ['certificate'])).rows).toHaveLength(1)
})

test('pages follow each other without a gap or a repetition, at equal moments too', async () => {
  await owner(
    database,
    `insert into public.audit_log (action, entity, entity_id, occurred_at)
     select 'tried ' || n, 'users', $1, '2026-01-01' from generate_series(1, 130) as n`,
    [student()],
  )
  const seen: string[] = []
  let after: Pick<Line, 'at' | 'key'> | undefined
  for (let page = 0; page < 6; page += 1) {
    const { rows, size } = await timeline('admin', { kinds: ['staff'], ...(after && { after }) })
    const shown = rows.slice(0, size)
    seen.push(...shown.map(({ key }) => key))
    after = shown.at(-1)
    if (rows.length <= size) break
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(130)
})

test.each([{ at: 'x', key: 'y' }, { at: '2026-01-01' }, { at: '2026-01-01', key: 'k'.repeat(101) }])(
  'a place that is none is refused: %o',
  async (after) => {
    expect(await timeline('admin', { after }).catch(errorCode)).toBe('INVALID_CURSOR')
  },
)

test('mails show their kind and state, never their words', async () => {
  const { email } = cast.person('student')
  await owner(
    database,
    `insert into public.email_outbox (kind, recipient, subject, content) values ('marketing', $1, 'סוד', '{"body":"סוד"}')`,
    [email],
  )
  const { rows } = await timeline('admin', { kinds: ['mail'] })
  expect(rows).toContainEqual(expect.objectContaining({ kind: 'mail', what: 'marketing', detail: 'queued' }))
  expect(JSON.stringify(rows)).not.toContain('סוד')
})

test.each(ACTORS)('[6-14] the timeline is read with students.view: %s', async (actor) => {
  const outcome = await timeline(actor).then(() => 'yes', errorCode)
  const viewer = actor === 'admin' || actor === 'super_admin'
  expect(outcome).toBe(viewer ? 'yes' : actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN')
})

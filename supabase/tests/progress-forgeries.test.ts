import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'
import { PROJECT } from './support/project.ts'

type Row = Record<string, unknown>
type Way = 'insert' | 'upsert' | 'update' | 'save_progress' | 'batch-progress'
/** What became of a forgery: the status, and the code of the answer or of the row. */
type Verdict = `${number} ${string}`
type Student = { id: string; token: string }

const PASSWORD = 'thrown-away-4f9c1e77'
const WAYS: Way[] = ['insert', 'upsert', 'update', 'save_progress', 'batch-progress']
const NOWHERE = '00000000-0000-4000-8000-00000000dead'
const DURATION = 600

let server: TestServer
let admin: SupabaseClient
let dana: Student
let noa: Student
/** Ids by name: a course with two lessons and a draft, another course, and a draft course with a lesson. */
const id: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer({
    projectDirectory: PROJECT,
    functions: { 'batch-progress': { load: () => import('../functions/batch-progress/handler.ts') } },
  })
  admin = server.client(server.supabase.serviceRoleKey)
  const add = async (name: string, table: string, row: Row) => {
    const { data } = await admin.from(table).insert(row).select('id').single().throwOnError()
    id[name] = data.id
  }
  await add('course', 'courses', { title_he: 'קורס', is_published: true })
  await add('otherCourse', 'courses', { title_he: 'אחר', is_published: true })
  await add('draftCourse', 'courses', { title_he: 'טיוטה' })
  const lesson = { course_id: id.course, title_he: 'שיעור', duration_seconds: DURATION, is_published: true }
  await add('lesson', 'lessons', lesson)
  await add('honest', 'lessons', lesson)
  await add('draft', 'lessons', { ...lesson, is_published: false })
  await add('draftCourseLesson', 'lessons', { ...lesson, course_id: id.draftCourse })
  dana = await register('dana@example.com')
  noa = await register('noa@example.com')
})
afterAll(() => server?.close())
beforeEach(() => admin.from('user_progress').delete().neq('lesson_id', NOWHERE).throwOnError())

async function register(email: string): Promise<Student> {
  const client = server.client()
  await client.auth.signUp({ email, password: PASSWORD, options: { data: registration() } })
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const token_hash = link.data.properties?.hashed_token ?? ''
  const { data } = await client.auth.verifyOtp({ token_hash, type: 'email' })
  return { id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

const honest = (): Row => ({ user_id: dana.id, lesson_id: id.honest, course_id: id.course, progress_seconds: 20 })

async function send(method: string, path: string, body: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: server.supabase.anonKey,
      'content-type': 'application/json',
      ...(path.includes('on_conflict') ? { prefer: 'resolution=merge-duplicates' } : {}),
      authorization: `Bearer ${dana.token}`,
    },
    body,
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** Sends a forged row by one way, beside an honest one; `edit` changes the text of the body. */
async function forge(way: Way, forged: Row, edit = (text: string) => text): Promise<Verdict> {
  const row = { user_id: dana.id, lesson_id: id.lesson, course_id: id.course, progress_seconds: 10, ...forged }
  const rows = edit(
    JSON.stringify([row, { ...Object.fromEntries(Object.keys(row).map((key) => [key, null])), ...honest() }]),
  )
  const { status, body } = await {
    insert: () => send('POST', '/rest/v1/user_progress', rows),
    upsert: () => send('POST', '/rest/v1/user_progress?on_conflict=user_id,lesson_id', rows),
    update: () =>
      send(
        'PATCH',
        `/rest/v1/user_progress?user_id=eq.${dana.id}&lesson_id=eq.${id.lesson}`,
        edit(JSON.stringify(forged)),
      ),
    save_progress: () => send('POST', '/rest/v1/rpc/save_progress', `{"updates":${rows}}`),
    'batch-progress': () => send('POST', '/functions/v1/batch-progress', `{"updates":${rows}}`),
  }[way]()
  const { code, rejected } = (body ?? {}) as { code?: string; rejected?: { code: string }[] }
  return `${status} ${code ?? (rejected?.map((one) => one.code).join() || 'saved')}`
}

const stored = async () =>
  (await admin.from('user_progress').select('*').order('progress_seconds').throwOnError()).data as Row[]
/** A row that is there before the forgery, of the forged lesson. */
const before = () => send('POST', '/rest/v1/user_progress', JSON.stringify({ ...honest(), lesson_id: id.lesson }))

type Forgery = { name: string; forged: () => Row; edit?: (text: string) => string; verdicts: string[] }
/** Verdicts of insert and upsert, update, save_progress, batch-progress. */
const refused = (name: string, forged: () => Row, verdicts: string[], edit?: Forgery['edit']): Forgery => ({
  name,
  forged,
  verdicts,
  ...(edit ? { edit } : {}),
})
const UNKNOWN = ['400 LESSON_NOT_FOUND', '400 INVALID_PROGRESS', '200 LESSON_NOT_FOUND', '200 LESSON_NOT_FOUND']
const INVALID = ['400 INVALID_PROGRESS', '400 INVALID_PROGRESS', '400 INVALID_PROGRESS', '200 INVALID_PROGRESS']
const COMPUTED = ['403 42501', '403 42501', '200 saved', '200 saved']
const becomes = (text: string) => (body: string) => body.replace('12345', text)
const scattered = `{${Array.from({ length: 2_500 }, (_, i) => `[${3 * i},${3 * i + 1})`).join()}}`

const FORGERIES: Forgery[] = [
  refused('the row of another student', () => ({ user_id: noa.id }), [
    '403 42501',
    '400 INVALID_PROGRESS',
    '200 OTHER_STUDENT',
    '200 OTHER_STUDENT',
  ]),
  refused('another course', () => ({ course_id: id.otherCourse }), UNKNOWN.with(1, '400 LESSON_NOT_FOUND')),
  refused(
    'no course',
    () => ({ course_id: null }),
    UNKNOWN.with(1, '400 LESSON_NOT_FOUND').with(3, '200 COURSE_REQUIRED'),
  ),
  refused('an unpublished lesson', () => ({ lesson_id: id.draft }), UNKNOWN),
  refused(
    'a lesson of an unpublished course',
    () => ({ lesson_id: id.draftCourseLesson, course_id: id.draftCourse }),
    UNKNOWN,
  ),
  refused('an unknown lesson', () => ({ lesson_id: NOWHERE }), UNKNOWN),
  refused(
    'no lesson',
    () => ({ lesson_id: null }),
    UNKNOWN.with(1, '400 LESSON_NOT_FOUND').with(3, '200 INVALID_LESSON'),
  ),
  refused('NaN as a word', () => ({ progress_seconds: 'NaN' }), INVALID),
  refused(
    'NaN itself',
    () => ({ progress_seconds: 12345 }),
    ['400 PGRST102', '400 PGRST102', '400 PGRST102', '400 INVALID_BODY'],
    becomes('NaN'),
  ),
  refused('1e309 seconds', () => ({ progress_seconds: 12345 }), INVALID, becomes('1e309')),
  refused(
    'a furthest point of 1e309',
    () => ({ progress_seconds: 1, watched_until: 12345 }),
    INVALID,
    becomes('1e309'),
  ),
  refused('negative seconds', () => ({ progress_seconds: -1 }), INVALID),
  refused('a negative furthest point', () => ({ progress_seconds: 1, watched_until: -1 }), INVALID),
  refused('more seconds than any video has', () => ({ progress_seconds: 1e12 }), INVALID),
  refused('a list for seconds', () => ({ progress_seconds: [1] }), [
    '400 22P02',
    '400 22P02',
    '400 22P02',
    '200 INVALID_PROGRESS',
  ]),
  refused('no time', () => ({ progress_seconds: 1, last_watched: 'never' }), [
    '400 22007',
    '400 22007',
    '400 22007',
    '200 INVALID_PROGRESS',
  ]),
  refused('ranges that are none', () => ({ watched_ranges: '{[0,1' }), INVALID),
  refused('ranges turned round', () => ({ watched_ranges: '{[9,3)}' }), INVALID),
  refused('ranges without end', () => ({ watched_ranges: scattered }), INVALID),
]

test.each(FORGERIES.flatMap((forgery) => WAYS.map((way) => [forgery.name, way, forgery] as const)))(
  '[7-17] [7-19] [5-21] refuses %s by %s, and keeps nothing of it',
  async (_, way, { forged, edit, verdicts }) => {
    if (way === 'update') await before()
    const untouched = await stored()
    const expected = [verdicts[0], ...verdicts][WAYS.indexOf(way)]
    expect(await forge(way, forged(), edit)).toBe(expected)
    const rows = await stored()
    // An answer of 200 names the row that it refused and has kept the honest one beside it.
    if (expected?.startsWith('200')) expect(rows).toMatchObject([{ user_id: dana.id, lesson_id: id.honest }])
    else expect(rows).toEqual(untouched)
  },
)

test.each(
  (['watched_seconds', 'id', 'created_at'] as const).flatMap((column) => WAYS.map((way) => [column, way] as const)),
)('[7-17] nobody writes %s by %s', async (column, way) => {
  if (way === 'update') await before()
  const value = { watched_seconds: 600, id: NOWHERE, created_at: '2001-01-01T00:00:00Z' }[column]
  expect(await forge(way, { [column]: value })).toBe([COMPUTED[0], ...COMPUTED][WAYS.indexOf(way)])
  for (const row of await stored()) expect(row[column]).not.toBe(value)
})

test.each((['3000-01-01T00:00:00Z', 'infinity'] as const).flatMap((time) => WAYS.map((way) => [time, way] as const)))(
  '[3-16] brings a time of %s by %s back to now',
  async (time, way) => {
    if (way === 'update') await before()
    const isOutsideCalendar = time === 'infinity' && way === 'batch-progress'
    const verdict = await forge(way, { progress_seconds: 12, last_watched: time })
    expect(verdict).toMatch(isOutsideCalendar ? /^200 INVALID_PROGRESS$/ : /^20[014] saved$/)
    for (const row of await stored()) expect(Date.parse(String(row.last_watched))).toBeLessThan(Date.now() + 125_000)
  },
)

test.each(WAYS)('[3-16] [4-49] more than the account is old is cut and flagged by %s', async (way) => {
  await admin.from('progress_flags').delete().neq('lesson_id', NOWHERE).throwOnError()
  if (way === 'update') await before()
  expect(await forge(way, { progress_seconds: 25, watched_ranges: '{[0,600)}' })).toMatch(/^20[014] saved$/)
  const [row] = (await stored()).filter(({ lesson_id }) => lesson_id === id.lesson)
  expect(row).toMatchObject({ completed: false, watched_ranges: `{[0,${row?.watched_seconds})}` })
  expect(Number(row?.watched_seconds)).toBeLessThan(DURATION * 0.9)
  const { data } = await admin.from('progress_flags').select('*').throwOnError()
  expect(data).toEqual([
    {
      user_id: dana.id,
      lesson_id: id.lesson,
      flagged_at: expect.any(String),
      reported_seconds: DURATION,
      counted_seconds: row?.watched_seconds,
    },
  ])
})

test('[7-17] [7-19] takes at most 500 rows at once by any way, and 10,000 by none', async () => {
  const lesson = { course_id: id.course, title_he: 'שיעור', duration_seconds: DURATION, is_published: true }
  const { data } = await admin.from('lessons').insert(Array(501).fill(lesson)).select('id').throwOnError()
  const rows = (data ?? []).map((one) => ({ lesson_id: one.id, course_id: id.course }))
  const many = Array.from({ length: 10_000 }, (_, i) => rows[i % rows.length])
  for (const [list, status] of [
    [rows, /^413$/],
    [many, /^4\d\d$/],
  ] as const) {
    const text = JSON.stringify(list)
    const answers = [
      await send('POST', '/rest/v1/user_progress', text),
      await send('POST', '/rest/v1/user_progress?on_conflict=user_id,lesson_id', text),
      await send('POST', '/rest/v1/rpc/save_progress', `{"updates":${text}}`),
      await send('POST', '/functions/v1/batch-progress', `{"updates":${text}}`),
    ]
    for (const { status: answered, body } of answers) {
      expect(String(answered)).toMatch(status)
      expect(body).toMatchObject({
        code: expect.stringMatching(/^(TOO_MANY_UPDATES|BODY_TOO_LARGE|PGRST\w+|21000|23505)$/),
      })
    }
    expect(await stored()).toEqual([])
  }
})

test('[7-17] a patch of more than 500 own rows is refused whole', async () => {
  const { data } = await admin
    .from('lessons')
    .select('id')
    .eq('course_id', id.course)
    .eq('is_published', true)
    .limit(501)
  const rows = (data ?? []).map((one) => ({ user_id: dana.id, lesson_id: one.id, course_id: id.course }))
  await admin.from('user_progress').insert(rows).throwOnError()
  const answer = await send('PATCH', `/rest/v1/user_progress?user_id=eq.${dana.id}`, '{"progress_seconds":5}')
  expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_MANY_UPDATES' } })
  expect((await stored()).every((row) => row.progress_seconds === 0)).toBe(true)
})

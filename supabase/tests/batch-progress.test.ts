import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { handler } from '../functions/batch-progress/handler.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { stubRest, tokenOf } from './support/rest-shim.ts'

type Update = Record<string, unknown>

let database: Database
let dana: Person
let noa: Person
let lessons: { lesson_id: string; course_id: string }[]
let rest: { calls: string[] }

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  noa = await signUp(database, 'noa@example.com')
  lessons = await owner(
    database,
    `with c as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published)
     select c.id, 'שיעור', 600, true from c, generate_series(1, 500) returning id as lesson_id, course_id`,
  )
  rest = stubRest(database)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})
beforeEach(() => owner(database, 'delete from user_progress'))

const update = (changes: Update = {}): Update => ({
  ...lessons[0],
  user_id: dana.id,
  progress_seconds: 30,
  watched_until: 30,
  watch_progress: 5,
  completed: false,
  last_watched: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  ...changes,
})

async function send(
  body: unknown,
  headers: HeadersInit = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await handler(
    new Request('http://functions.test/batch-progress', { method: 'POST', headers, body: text }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const sendAs = (person: Person, updates: unknown[]) => send({ access_token: tokenOf(person.caller), updates })
const stored = () => owner<{ user_id: string; progress_seconds: string }>(database, 'select * from user_progress')

test.each([
  ['a beacon of text', { 'content-type': 'text/plain;charset=UTF-8' }, true],
  ['JSON', { 'content-type': 'application/json' }, true],
  ['JSON and a header', { 'content-type': 'application/json' }, false],
])('[7-19] saves what %s brings', async (_, headers, inBody) => {
  const token = tokenOf(dana.caller)
  const answer = await send(
    { ...(inBody ? { access_token: token } : {}), updates: [update()] },
    inBody ? headers : { ...headers, authorization: `Bearer ${token}` },
  )
  expect(answer).toEqual({ status: 200, body: { accepted: [lessons[0]?.lesson_id], rejected: [] } })
  expect(await stored()).toMatchObject([{ user_id: dana.id, progress_seconds: '30' }])
})

test('[3-15] [7-19] passes on when each piece was watched, and the clock of the sender', async () => {
  const [pieces, clock] = lessons
  const now = Date.now()
  const answer = await sendAs(dana, [
    update({
      ...pieces,
      last_watched: new Date(now).toISOString(),
      watched_pieces: [
        [40, 50, now - 9_000],
        [0, 20, now],
      ],
    }),
    update({ ...clock, last_watched: '1971-01-01T00:00:00Z', updated_at: '1971-01-01T00:01:00Z' }),
  ])
  expect(answer.body).toMatchObject({ accepted: { length: 2 }, rejected: [] })
  const rows = await owner<{ lesson_id: string; watched_ranges: string; last_watched: Date }>(
    database,
    'select * from user_progress',
  )
  const of = (id: unknown) => rows.find(({ lesson_id }) => lesson_id === id)
  expect(of(pieces?.lesson_id)?.watched_ranges).toBe('{[0,20),[40,50)}')
  const ago = Date.now() - Number(of(clock?.lesson_id)?.last_watched)
  expect(ago).toBeGreaterThanOrEqual(59_000)
  expect(ago).toBeLessThan(3_600_000)
})

test.each([
  ['no list', {}],
  ['half a piece', [[0, 30]]],
  ['a piece turned round', [[30, 0, 1]]],
  ['fractions', [[0, 1.5, 1]]],
  ['a negative time', [[0, 1, -1]]],
  ['words', [['0', '1', '2']]],
  ['too many', Array.from({ length: 2_001 }, () => [0, 1, 1])],
])('[5-21] [7-19] refuses pieces that are %s', async (_, watched_pieces) => {
  const answer = await sendAs(dana, [update({ watched_pieces })])
  expect(answer.body).toMatchObject({ accepted: [], rejected: [{ code: 'INVALID_PROGRESS' }] })
  expect(await stored()).toEqual([])
})

test('[7-19] saves 500 updates by one call', async () => {
  const before = rest.calls.length
  const { body } = await send({
    access_token: tokenOf(dana.caller),
    updates: lessons.map(({ lesson_id, course_id }) => ({ lesson_id, course_id, progress_seconds: 1 })),
  })
  expect(body.accepted).toHaveLength(500)
  expect(rest.calls.slice(before)).toEqual(['save_progress'])
})

test('refuses the updates of somebody else and saves the others', async () => {
  const [first, second] = lessons
  const { body } = await sendAs(dana, [update(), update({ ...second, user_id: noa.id })])
  expect(body).toEqual({
    accepted: [first?.lesson_id],
    rejected: [{ lesson_id: second?.lesson_id, code: 'OTHER_STUDENT' }],
  })
  expect((await stored()).map(({ user_id }) => user_id)).toEqual([dana.id])
})

test.each([
  ['[5-21] no lesson', { lesson_id: undefined }, 'INVALID_LESSON'],
  ['[5-21] no course', { course_id: null }, 'COURSE_REQUIRED'],
  ['SQL for a course', { course_id: "'; drop table users --" }, 'COURSE_REQUIRED'],
  ['NaN as a word', { progress_seconds: 'NaN' }, 'INVALID_PROGRESS'],
  ['negative seconds', { progress_seconds: -5 }, 'INVALID_PROGRESS'],
  ['a negative furthest point', { watched_until: -0.1 }, 'INVALID_PROGRESS'],
  ['a list for seconds', { progress_seconds: [30] }, 'INVALID_PROGRESS'],
  ['no time', { last_watched: 'yesterday' }, 'INVALID_PROGRESS'],
  ['a time that no calendar has', { last_watched: 8.64e15 }, 'INVALID_PROGRESS'],
  ['ranges that are none', { watched_ranges: '{[0,10}' }, 'INVALID_PROGRESS'],
  ['ranges turned round', { watched_ranges: '{[9,3)}' }, 'INVALID_PROGRESS'],
  ['an unknown lesson', { lesson_id: '00000000-0000-4000-8000-00000000dead' }, 'LESSON_NOT_FOUND'],
])('refuses an update with %s and saves the one beside it', async (_, changes, code) => {
  const { status, body } = await sendAs(dana, [update(changes), update(lessons[1])])
  expect(status).toBe(200)
  expect(body.rejected).toEqual([expect.objectContaining({ code })])
  expect(body.accepted).toEqual([lessons[1]?.lesson_id])
})

test('refuses 1e309, which JSON reads as infinite', async () => {
  const text = JSON.stringify({ access_token: tokenOf(dana.caller), updates: [update({ progress_seconds: 12345 })] })
  const { body } = await send(text.replace('12345', '1e309'))
  expect(body.rejected).toEqual([{ lesson_id: lessons[0]?.lesson_id, code: 'INVALID_PROGRESS' }])
})

test('clamps the year 3000', async () => {
  await sendAs(dana, [update({ last_watched: '3000-01-01T00:00:00Z' })])
  const rows = await owner<{ ok: boolean }>(
    database,
    `select last_watched <= now() + interval '3 minutes' as ok from user_progress`,
  )
  expect(rows).toEqual([{ ok: true }])
})

test.each([
  ['nothing', '', 400, 'INVALID_BODY'],
  ['no JSON', '{', 400, 'INVALID_BODY'],
  ['no list', '{"updates":{}}', 400, 'INVALID_BODY'],
  ['null', 'null', 400, 'INVALID_BODY'],
  ['too many updates', JSON.stringify({ updates: Array(501).fill(0) }), 413, 'TOO_MANY_UPDATES'],
  ['too many bytes', `{"updates":["${'x'.repeat(65_536)}"]}`, 413, 'BODY_TOO_LARGE'],
  ['too much depth', `{"updates":${'['.repeat(60)}${']'.repeat(60)}}`, 400, 'INVALID_BODY'],
])('answers %s with a code', async (_, text, status, code) => {
  const authorization = `Bearer ${tokenOf(dana.caller)}`
  expect(await send(text, { authorization })).toMatchObject({ status, body: { code } })
})

/** A body that counts how much of it was asked for. */
function counted(beginning: string) {
  const read = { bytes: 0 }
  const parts = [beginning, ...Array.from({ length: 60 }, () => ' '.repeat(1_024))]
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = new TextEncoder().encode(parts.shift() ?? '')
        read.bytes += part.length
        if (part.length > 0) controller.enqueue(part)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read }
}

const ended = (person: Person) => tokenOf({ ...person.caller, claims: { ...person.caller.claims, exp: 1 } })

test.each([
  ['no token at all', () => ['{"updates":[', undefined]],
  ['a token that is none', () => ['{"access_token":"x","updates":[', undefined]],
  ['a token that is an object', () => ['{"access_token":{},"updates":[', undefined]],
  ['a token behind the updates', () => [`{"updates":[],"access_token":"${tokenOf(dana.caller)}"`, undefined]],
  ['a token that has ended', () => [`{"access_token":"${ended(dana)}","updates":[`, undefined]],
  ['the anonymous key', () => ['{"updates":[', 'anon']],
  ['a header that has ended', () => ['{"updates":[', ended(dana)]],
] as [string, () => [string, string | undefined]][])(
  'refuses %s before it reads the rest',
  async (_, bodyAndHeader) => {
    const [beginning, header] = bodyAndHeader()
    const { stream, read } = counted(beginning)
    const request = new Request('http://functions.test/batch-progress', {
      ...{ method: 'POST', body: stream, duplex: 'half' },
      headers: header ? { authorization: `Bearer ${header}` } : {},
    } as RequestInit)
    const response = await handler(request)
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'NO_SESSION' }])
    expect(read.bytes).toBeLessThanOrEqual(header ? 0 : 10_000)
  },
)

test('[2.1-14] [2.11-06] saves nothing for who may not watch', async () => {
  const unverified = await signUp(database, 'unverified@example.com', { verified: false })
  const closed = await signUp(database, 'closed@example.com')
  await owner(database, 'update users set is_active = false where id = $1', [closed.id])
  for (const person of [unverified, closed]) {
    expect(await sendAs(person, [update({ user_id: person.id })])).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  }
  expect(await stored()).toEqual([])
})

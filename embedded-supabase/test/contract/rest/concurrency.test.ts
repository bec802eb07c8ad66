import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

const PEOPLE = 48
const REQUESTS = 10_000
const AT_ONCE = 64
const TIME_LIMIT_MS = 240_000
/** What even a busy machine does in that time. */
const AT_LEAST = 2_000

let server: RestServer
const uuid = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

beforeAll(async () => {
  server = await startRestServer({
    sql: `insert into public.notes (owner, body) select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'note ' || i from generate_series(0, ${PEOPLE - 1}) i`,
  })
})
afterAll(() => server.close())

type Person = {
  token: string
  name: string
  expected: unknown
  facts: { role: string; sub: string | null; timeout: string }
}

async function everyone(): Promise<Person[]> {
  const people = await Promise.all(
    Array.from(
      { length: PEOPLE },
      async (_, i): Promise<Person> => ({
        token: await server.sign({ sub: uuid(i), role: 'authenticated' }),
        name: `person ${i}`,
        expected: [{ body: `note ${i}` }],
        facts: { role: 'authenticated', sub: uuid(i), timeout: '8s' },
      }),
    ),
  )
  const nobody = {
    token: server.supabase.anonKey,
    name: 'nobody',
    expected: [],
    facts: { role: 'anon', sub: null, timeout: '3s' },
  }
  return [...people, nobody]
}

test(
  'no caller ever sees another, in ten thousand interleaved requests or what the time allows',
  async () => {
    const people = await everyone()
    let next = 0
    let wrong = 0
    const start = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < REQUESTS && performance.now() - start < TIME_LIMIT_MS) {
          const turn = next++
          const person = people[(turn * 31) % people.length]
          if (person && !(await isRight(person, turn))) wrong += 1
        }
      }),
    )
    expect(wrong).toBe(0)
    expect(next).toBeGreaterThan(AT_LEAST)
  },
  TIME_LIMIT_MS + 60_000,
)

/** Each request is a caller of its own: what one caller may use of a busy machine is not the subject. */
const sendAs = (
  clientAddress: string,
  path: string,
  init: { headers: Record<string, string>; method?: string; body?: string },
) => {
  const headers = { apikey: server.supabase.anonKey, ...init.headers }
  return server.supabase.fetch(new Request(`${server.url}/rest/v1${path}`, { ...init, headers }), { clientAddress })
}

/** A deadlock, and a lock that did not come in time. */
const MEETING = new Set(['40P01', '55P03'])

/** Reads, facts, failures and writes take turns on the same connections. */
async function isRight({ token, expected, facts }: Person, turn: number): Promise<boolean> {
  const send = (
    path: string,
    { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    sendAs(`10.0.${turn >> 8}.${turn & 255}`, path, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
  switch (turn % 5) {
    case 0: {
      const seen = await (await send('/rpc/request_facts')).json()
      return Object.entries(facts).every(([key, value]) => (seen as Record<string, unknown>)[key] === value)
    }
    case 1:
      return (await send('/notes?body=eq.1&id=eq.wrong')).status === 400
    case 2: {
      const response = await send('/notes?body=like.note*', {
        method: 'PATCH',
        body: '{"likes":1}',
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      })
      // Two changes of the same rows may meet: one of them is refused, and shows nobody's rows.
      if (response.status === 500) return MEETING.has(((await response.json()) as { code: string }).code)
      // On a busy machine a change may find no connection in time, or no end: that shows nothing either.
      if (response.status === 503 || response.status === 504) return true
      const rows = (await response.json()) as { body: string }[]
      return JSON.stringify(rows.map(({ body }) => ({ body }))) === JSON.stringify(expected)
    }
    default:
      return JSON.stringify(await (await send('/notes?select=body')).json()) === JSON.stringify(expected)
  }
}

test('a broken connection is 503 and the next request works', async () => {
  const { database } = server.supabase
  const headers = { authorization: `Bearer ${server.supabase.anonKey}`, 'content-type': 'application/json' }
  const held = sendAs('10.1.0.1', '/rpc/slow', { method: 'POST', body: '{"seconds":300}', headers })
  const running = `from pg_stat_activity where usename like 'authenticator%' and state = 'active' and query like '%slow%'`
  const isRunning = () => database.asOwner(async (tx) => (await tx.query(`select ${running}`)).rows.length > 0)
  await expect.poll(isRunning).toBe(true)
  await database.asOwner((tx) =>
    tx.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'authenticator%'`),
  )
  const response = await held
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  await expect.poll(async () => (await sendAs('10.1.0.2', '/tags', { headers })).status).toBe(200)
})

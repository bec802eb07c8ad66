import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** What one caller gets is counted, not timed: the machine that runs this is as busy as it likes. */
let server: RestServer
beforeAll(async () => {
  server = await startRestServer({
    sql: `alter role anon set statement_timeout = '4min';
      alter role authenticated set statement_timeout = '4min';
      create view public.sleepy as select title, pg_sleep(1.6)::text as nap from public.courses where id = 1;
      grant select on public.sleepy to anon`,
  })
})
afterAll(() => server.close())
const sent: Promise<Response>[] = []
/** Ends what still runs or waits: nothing of it has to come to its end by itself. */
afterEach(async () => {
  let isOver = false
  const all = Promise.all(sent.splice(0)).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await server.supabase.database.asOwner((tx) =>
      tx.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${RUNS_SLOWLY}`),
    )
    await sleep(20)
  }
  await all
})

function send(path: string, { address, token, inProcess }: { address: string; token?: string; inProcess?: boolean }) {
  const { anonKey } = server.supabase
  const request = new Request(`${server.url}/rest/v1${path}`, {
    headers: { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}` },
  })
  const answer = server.supabase.fetch(request, { clientAddress: address, ...(inProcess ? { inProcess } : {}) })
  sent.push(answer)
  return answer
}
/** Sleeps until the test is over; the time limits of the connections are not met before. */
const SLOW = '/rpc/slow?seconds=300'
const RUNS_SLOWLY = `usename like 'authenticator%' and state = 'active' and query like '%slow%'`

const running = async () => {
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity where ${RUNS_SLOWLY}`),
  )
  return rows[0]?.count
}

test('an address that sends many slow requests holds a few of the connections; others are answered meanwhile', async () => {
  for (let i = 0; i < 60; i++) void send(SLOW, { address: '192.0.2.1' })
  await expect.poll(running).toBe(2)
  expect((await send('/tags', { address: '192.0.2.2' })).status).toBe(200)
  expect((await send('/tags', { address: '192.0.2.1', inProcess: true })).status).toBe(200)
  expect(await server.supabase.isReady()).toBe(true)
  expect(await running()).toBe(2)
})

test('the neighbours in one IPv6 network are one caller', async () => {
  for (let i = 0; i < 12; i++) void send(SLOW, { address: `2001:db8:1:2::${i}` })
  await expect.poll(running).toBe(2)
  expect((await send('/tags', { address: '2001:db8:1:3::1' })).status).toBe(200)
  expect(await running()).toBe(2)
})

test('an account is one caller wherever it sends from', async () => {
  const token = await server.sign({ sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated' })
  for (let i = 0; i < 12; i++) void send(SLOW, { address: `198.51.100.${i}`, token })
  await expect.poll(running).toBe(2)
  expect((await send('/tags', { address: '198.51.100.1' })).status).toBe(200)
})

test('the accounts of one address hold four of the sixteen together', async () => {
  for (let i = 0; i < 6; i++) {
    const sub = `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`
    const token = await server.sign({ sub, role: 'authenticated' })
    for (let k = 0; k < 4; k++) void send(SLOW, { address: '198.51.100.200', token })
  }
  await expect.poll(running).toBe(4)
  expect((await send('/tags', { address: '198.51.100.201' })).status).toBe(200)
})

test('a caller that used up its time is refused in the words of the protocol, and nobody else', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => send('/rpc/slow?seconds=2.6', { address: '203.0.113.1' })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(8)
  for (const response of refused) {
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ code: 'PGRST003', details: null })
  }
  expect((await send('/tags', { address: '203.0.113.1' })).status).toBe(429)
  expect((await send('/tags', { address: '203.0.113.2' })).status).toBe(200)
})

test('the service key has no share: it is our own', async () => {
  const token = server.supabase.serviceRoleKey
  for (let i = 0; i < 8; i++) void send(SLOW, { address: '203.0.113.9', token })
  await expect.poll(running).toBe(8)
})

test('patterns that explode are refused before a connection is taken', async () => {
  const status = async (filter: string) => {
    const response = await send(`/courses?${filter}`, { address: '192.0.2.50' })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const encode = encodeURIComponent
  for (const pattern of [
    '(a{200}){200}',
    '(((((a+)+)+)+)+)+b',
    '(.*)(.*)\\1\\2',
    `${'(a|b)*'.repeat(60)}c{255}`,
    'x'.repeat(501),
    '('.repeat(400),
  ]) {
    expect([pattern.slice(0, 30), ...(await status(`title=imatch.${encode(pattern)}`))]).toEqual([
      pattern.slice(0, 30),
      400,
      expect.stringMatching(/PGRST100|2201B/),
    ])
  }
  expect(await status(`or=(${Array.from({ length: 13 }, () => 'title.match.a').join(',')})`)).toEqual([400, 'PGRST100'])
  expect(await status(`title=like.${'%25a'.repeat(255)}`)).toEqual([400, 'PGRST100'])
  expect(await status(`title=match(any).${encode('{"(a)\\\\1"}')}`)).toEqual([400, 'PGRST100'])
  expect(await status(`title=imatch.${encode('^b[u]{1,3}d(get|gets)*$')}`)).toEqual([200, undefined])
  expect(await status('title=ilike.*ud*e*')).toEqual([200, undefined])
})

test('a statement with a pattern is cut earlier than others', async () => {
  const response = await send('/sleepy?title=match.^.{1,60}$', { address: '192.0.2.60' })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'PGRST100', details: expect.any(String) },
  ])
  expect((await send('/sleepy?title=eq.Budget', { address: '192.0.2.60' })).status).toBe(200)
})

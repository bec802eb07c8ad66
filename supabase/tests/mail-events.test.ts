import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { createMailEventsHook } from '../../server/src/mail-events/mail-events-hook.ts'
import { owner } from './support/outcome.ts'
import { signUp } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { hookSecret, signedCall } from './support/signed-call.ts'

const SECRET = hookSecret()
let server: TestServer
let isAway = false
let hook: (request: Request, clientAddress: string) => Promise<Response>
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    if (isAway) throw new TypeError('fetch failed')
    return fetch(input, init)
  }
  const { serviceRoleKey } = server.supabase
  for (const address of ['gone@example.org', 'no@example.org']) await signUp(server.supabase.database, address)
  hook = createMailEventsHook(SECRET, { fetch: send as typeof fetch, publicUrl: server.url, serviceRoleKey }, '')
})
afterAll(() => server?.close())
beforeEach(() => owner(server.supabase.database, 'delete from public.email_suppressions'))

async function report(event: unknown, { secret = SECRET, id = undefined as string | undefined } = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const answer = await hook(signedCall(body, secret, id ? { id } : {}), '192.0.2.1')
  const { outcome, code } = (await answer.json()) as { outcome?: string; code?: string }
  return [answer.status, outcome ?? code]
}
const held = () => owner(server.supabase.database, 'select address, reason from public.email_suppressions')

test('a signed report of a mail service puts the address on the list, once for each id', async () => {
  const bounce = { type: 'bounced', address: 'Gone@example.org' }
  expect(await report(bounce, { id: 'msg_1' })).toEqual([200, 'noted'])
  expect(await held()).toEqual([{ address: 'gone@example.org', reason: 'bounced' }])
  expect(await report(bounce, { id: 'msg_1' })).toEqual([200, 'known'])
  expect(await report({ type: 'opened', address: 'gone@example.org' })).toEqual([200, 'ignored'])
})

test('the same report thirty times at once is acted on once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => report({ type: 'complained', address: 'no@example.org' }, { id: `msg_once` })),
  )
  expect(answers.filter(([, outcome]) => outcome === 'noted')).toHaveLength(1)
  expect(answers.filter(([status]) => status !== 200 && status !== 503)).toEqual([])
})

test.each([
  ['another secret', { type: 'bounced', address: 'a@example.org' }, 401],
  ['no JSON', 'bounced', 400],
  ['no type', { address: 'a@example.org' }, 400],
  ['a list', [{ type: 'bounced', address: 'a@example.org' }], 400],
  ['an address that is none', { type: 'bounced', address: 7 }, 400],
  ['NUL', { type: 'bounced', address: 'a\0@example.org' }, 400],
  ['half of a pair', { type: 'bounced', message_id: 'a\ud83d' }, 400],
  ['20,000 letters', { type: 'bounced', address: 'a'.repeat(20_000) }, 413],
])('refuses %s', async (what, event, status) => {
  const secret = what === 'another secret' ? hookSecret() : SECRET
  expect((await report(event, { secret }))[0]).toBe(status)
  expect(await held()).toEqual([])
})

test('asks for the report again while the database is away', async () => {
  isAway = true
  const event = { type: 'bounced', address: 'gone@example.org' }
  expect(await report(event, { id: 'msg_later' })).toEqual([503, 'TRY_AGAIN'])
  isAway = false
  expect(await report(event, { id: 'msg_later' })).toEqual([200, 'noted'])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, RELAXED, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ config: `[auth.sms]\nenable_signup = true\n${RELAXED}` })
})
afterAll(() => server.close())

async function ask(path: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(`${server.url}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('an API key stands for the bearer where there is none', () => {
  test.each(['/user', '/reauthenticate'])('and for nobody: %s', async (path) => {
    const refused = { status: 403, body: { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' } }
    const { anonKey, serviceRoleKey } = server.supabase
    expect(await ask(path, { apikey: anonKey })).toMatchObject(refused)
    expect(await ask(path, { apikey: serviceRoleKey })).toMatchObject(refused)
    expect(await ask(`${path}?apikey=${serviceRoleKey}`, {})).toMatchObject(refused)
  })
  test('with its role', async () => {
    const { anonKey, serviceRoleKey } = server.supabase
    const refused = { status: 403, body: { error_code: 'not_admin' } }
    expect(await ask('/admin/users', { apikey: anonKey })).toMatchObject(refused)
    expect(await ask('/admin/users', { apikey: serviceRoleKey })).toMatchObject({ status: 200 })
    const bearer = { authorization: `Bearer ${anonKey}` }
    expect(await ask('/admin/users', { apikey: serviceRoleKey, ...bearer })).toMatchObject(refused)
    expect(await ask('/admin/users', { apikey: serviceRoleKey, authorization: 'Basic x' })).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
  })
  test('and as a bearer it stands for nobody', async () => {
    const { anonKey } = server.supabase
    expect(await ask('/user', { apikey: anonKey, authorization: `Bearer ${anonKey}` })).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' },
    })
  })
})

test.each([
  ['/otp', { phone: 'nonsense' }],
  ['/otp', { phone: '+0501234567' }],
  ['/resend', { type: 'sms', phone: '05x' }],
  ['/verify', { type: 'sms', phone: '+12a', token: '123456' }],
])('%s refuses a number that is none before anything else: %j', async (path, body) => {
  expect(await ask(path, { apikey: server.supabase.anonKey }, body)).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed', msg: 'Invalid phone number format (E.164 required)' },
  })
})

test('the owner finds the extensions by their bare names, as the official seeds do', async () => {
  const [row] = await server.sql<{ path: string; salted: string }>(
    `select current_setting('search_path') as path, crypt('password123', gen_salt('bf')) as salted`,
  )
  expect([row?.path, row?.salted]).toEqual([expect.stringContaining('extensions'), expect.stringMatching(/^\$2a\$/)])
})

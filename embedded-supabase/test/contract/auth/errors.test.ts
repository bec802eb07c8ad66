import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
let token: string
beforeAll(async () => {
  server = await startAuthServer()
  const { client } = await server.person()
  token = (await client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => server.close())

const ENTRIES: [method: string, path: string][] = [
  ...['/signup', '/otp', '/magiclink', '/verify', '/resend', '/recover', '/factors'].map((path): [string, string] => [
    'POST',
    path,
  ]),
  ...['password', 'refresh_token', 'pkce'].map((grant): [string, string] => ['POST', `/token?grant_type=${grant}`]),
  ['PUT', '/user'],
  ['POST', `/factors/${crypto.randomUUID()}/verify`],
]
const ADMIN_ENTRIES: [method: string, path: string][] = [
  ['POST', '/admin/users'],
  ['PUT', `/admin/users/${crypto.randomUUID()}`],
  ['DELETE', `/admin/users/${crypto.randomUUID()}`],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
]

async function send(
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const bearer = path.startsWith('/admin') || path === '/invite' ? server.supabase.serviceRoleKey : token
  return fetch(`${server.url}/auth/v1${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  })
}

const HOSTILE: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['nothing', ''],
  ['half an object', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['a number', '1e400'],
  [
    'NUL in a value',
    '{"email":"a\\u0000@example.com","password":"a\\u0000b","data":{"a":"\\u0000"},"token":"\\u0000"}',
  ],
  ['NUL in a key', '{"data":{"a\\u0000":1},"user_metadata":{"a\\u0000":1}}'],
  ['half a surrogate pair', '{"email":"a@example.com","data":{"a":"\\ud800"},"friendly_name":"\\udfff"}'],
  ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['33 levels', `{"data":${'['.repeat(32)}${']'.repeat(32)}}`],
  ['200,000 levels', '['.repeat(200_000)],
  ['200,000 levels of objects', '{"a":'.repeat(100_000)],
  [
    'wrong types',
    '{"email":1,"password":{},"token":[],"type":7,"refresh_token":1,"auth_code":1,"factor_type":1,"code":1}',
  ],
]

describe('bodies that are no requests', () => {
  test.each(HOSTILE)('%s', async (_, body) => {
    for (const [method, path] of [...ENTRIES, ...ADMIN_ENTRIES]) {
      const answer = await send(method, path, body)
      expect([method, path, answer.status >= 400 && answer.status < 500]).toEqual([method, path, true])
      if (method === 'DELETE') continue
      expect([path, await answer.json()]).toMatchObject([path, { code: 400, error_code: 'bad_json' }])
    }
  })

  test('more than a mebibyte is not read', async () => {
    const body = JSON.stringify({ email: newEmail(), data: { a: 'x'.repeat(1024 * 1024) } })
    for (const [method, path] of [...ENTRIES, ...ADMIN_ENTRIES]) {
      const answer = await send(method, path, body)
      expect([path, answer.status]).toEqual([path, 413])
    }
    const stream = new Blob([body]).stream()
    const streamed = await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { apikey: server.supabase.anonKey },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})

test('whatever comes, the answer is a refusal of the protocol', async () => {
  const field = fc.constantFrom(
    ...[
      'email',
      'phone',
      'password',
      'data',
      'token',
      'token_hash',
      'type',
      'refresh_token',
      'auth_code',
      'code_verifier',
    ],
    ...[
      'code_challenge',
      'code_challenge_method',
      'create_user',
      'friendly_name',
      'factor_type',
      'challenge_id',
      'code',
    ],
    ...[
      'user_metadata',
      'app_metadata',
      'ban_duration',
      'role',
      'id',
      'new_email',
      'redirect_to',
      'nonce',
      '__proto__',
    ],
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'a@example.com',
      'signup',
      'email',
      'totp',
      'plain',
      'x'.repeat(43),
      'magiclink',
      'invite',
      "'",
      '%s',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const body = fc.dictionary(field, value, { maxKeys: 6 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ENTRIES, ...ADMIN_ENTRIES), body, async ([method, path], content) => {
      const answer = await send(method, path, JSON.stringify(content))
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400)
        expect(await answer.json()).toMatchObject({ code: answer.status, error_code: expect.any(String) })
    }),
    { numRuns: 600, interruptAfterTimeLimit: 20_000 },
  )
})

describe('the form of an error', () => {
  test('with the dated version: code, message and the version back', async () => {
    const answer = await send('POST', '/token?grant_type=password', '{"email":"a@example.com","password":"x"}', {
      'x-supabase-api-version': '2024-01-01',
    })
    expect(await answer.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/x-supabase-api-version/i)
  })

  test('without: status, error_code, msg', async () => {
    const answer = await send('POST', '/token?grant_type=password', '{"email":"a@example.com","password":"x"}')
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
  })
})

test('paths and methods that do not exist, and services that are off', async () => {
  const headers = { apikey: server.supabase.anonKey }
  const ask = async (path: string, method = 'GET') => {
    const bearer = path.startsWith('/user') ? { authorization: `Bearer ${token}` } : {}
    const init = { method, redirect: 'manual', headers: { ...headers, ...bearer } } as const
    const answer = await fetch(`${server.url}/auth/v1${path}`, init)
    const isJson = answer.headers.get('content-type')?.includes('json')
    return [answer.status, isJson ? (await answer.json()).error_code : await answer.text()]
  }
  expect(await ask('/nowhere')).toEqual([404, '404 page not found\n'])
  expect(await ask('')).toEqual([404, '404 page not found\n'])
  expect(await ask('/user/nowhere')).toEqual([404, '404 page not found\n'])
  expect(await ask('/signup')).toEqual([405, ''])
  expect(await ask('/user', 'DELETE')).toEqual([405, ''])
  expect(await ask('/authorize?provider=google')).toEqual([400, 'validation_failed'])
  expect(await ask('/sso', 'POST')).toEqual([404, 'saml_provider_disabled'])
  expect(await ask('/user/identities/authorize?provider=google')).toEqual([404, 'manual_linking_disabled'])
  expect(await ask('/passkeys/authentication/options', 'POST')).toEqual([404, 'passkey_disabled'])
})

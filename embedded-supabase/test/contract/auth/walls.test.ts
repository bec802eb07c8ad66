import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/auth/v1${path}`, {
    redirect: 'manual',
    ...init,
    headers: { apikey: server.supabase.anonKey, ...init.headers },
  })

test.each([
  ['/settings', 200, {}],
  ['/user', 403, {}],
  ['/nowhere', 404, {}],
  ['/signup', 405, {}],
  ['/token?grant_type=none', 400, { method: 'POST', body: '{}' }],
  ['/verify?token=x&type=signup', 303, {}],
])('no cache keeps %s (%d)', async (path, status, init: RequestInit) => {
  const answer = await ask(path, init)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

test('a page of another origin may read what auth-js and tus-js-client look at, in refusals too', async () => {
  for (const path of ['/settings', '/user', '/nowhere']) {
    const { headers } = await ask(path, { headers: { origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['X-Supabase-Api-Version', 'X-Sb-Error-Code', 'X-Total-Count', 'Link', 'Upload-Offset'])
      expect(headers.get('access-control-expose-headers')).toContain(name)
  }
})

import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

test('the access token has exactly the claims of the protocol', async () => {
  const { client, email, userId } = await server.person()
  const { session } = (await client.auth.getSession()).data
  const { data, error } = await client.auth.getClaims()
  expect(error).toBeNull()
  expect(data?.claims).toEqual({
    iss: `${server.url}/auth/v1`,
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    exp: session?.expires_at,
    iat: (session?.expires_at ?? 0) - 3600,
    aal: 'aal1',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
})

test('the key set verifies it in the client, and holds nothing private', async () => {
  const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys } = await answer.json()
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
  expect(keys[0]).not.toHaveProperty('d')
  const { client } = await server.person()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  expect(decodeProtectedHeader(token).kid).toBe(keys[0].kid)
  const tampered = `${token.slice(0, -6)}AAAAAA`
  expect((await client.auth.getClaims(tampered)).error?.message).toMatch(/signature/i)
})

test('settings and health', async () => {
  const headers = { apikey: server.supabase.anonKey }
  const settings = await (await fetch(`${server.url}/auth/v1/settings`, { headers })).json()
  expect(settings).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
    external: { email: true, phone: false, google: false, anonymous_users: false },
  })
  expect(await (await fetch(`${server.url}/auth/v1/health`, { headers })).json()).toMatchObject({ name: 'GoTrue' })
})

import { createHmac, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJwt, type Jwt } from '../../../src/jwt.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

/** As Supabase's command-line tool has them for every local project. */
const JWT_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'
const PUBLISHABLE = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'
const SECRET = 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz'
const END = 1_983_812_996

const MIGRATION = `create function public.who() returns text language sql stable as 'select current_user::text';
insert into storage.buckets (id, name) values ('one', 'one');`

const folder = mkdtempSync(join(tmpdir(), 'embedded-supabase-keys-'))
chmodSync(folder, 0o711)
let server: TestServer
let jwt: Jwt
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKeys = [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' }]
  const [anonKey, serviceRoleKey] = [demo('anon'), demo('service_role')]
  const keys = { jwtSecret: JWT_SECRET, anonKey, serviceRoleKey, publishableKey: PUBLISHABLE, secretKey: SECRET }
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ ...keys, signingKeys }), { mode: 0o600 })
  server = await startTestServer({
    dataDirectory: folder,
    migrations: { '0001_who.sql': MIGRATION },
    config: '[functions.open]\nverify_jwt = false\n',
    functions: { closed: { load: async () => ({ handler: () => new Response('ok') }) }, open: headersFunction() },
  })
  jwt = await createJwt({ jwtSecret: JWT_SECRET, signingKeys }, `${server.url}/auth/v1`)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function headersFunction() {
  const handler = ({ headers }: Request) =>
    Response.json({ apikey: headers.get('apikey'), authorization: headers.get('authorization') })
  return { load: async () => ({ handler }) }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
function hs(claims: object, secret = JWT_SECRET): string {
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}
const demo = (role: string) => hs({ iss: 'supabase-demo', role, exp: END })
const now = () => Math.floor(Date.now() / 1000)
const ofSession = (more: object = {}) =>
  jwt.sign({
    ...{ iss: `${server.url}/auth/v1`, aud: 'authenticated', role: 'authenticated', sub: randomUUID() },
    ...{ session_id: randomUUID(), iat: now(), exp: now() + 60, ...more },
  })

type Sent = Record<string, string>
type Verdict = 'refused' | 'anon' | 'authenticated' | 'service_role'
const key = (value: string): Sent => ({ apikey: value, authorization: `Bearer ${value}` })
const token = (value: string): Sent => ({ apikey: PUBLISHABLE, authorization: `Bearer ${value}` })

/** Each with what the parts of the server must make of it, all the same. */
const kinds: [string, () => Sent | Promise<Sent>, Verdict][] = [
  ['the publishable key, as the clients send it', () => key(PUBLISHABLE), 'anon'],
  ['the publishable key alone', () => ({ apikey: PUBLISHABLE }), 'anon'],
  ['the secret key, as the clients send it', () => key(SECRET), 'service_role'],
  ['the secret key alone', () => ({ apikey: SECRET }), 'service_role'],
  ['the legacy anonymous key of the command-line tool', () => key(demo('anon')), 'anon'],
  ['the legacy service key of the command-line tool', () => key(demo('service_role')), 'service_role'],
  [
    'a service key with another issuer',
    () => key(hs({ iss: 'elsewhere', role: 'service_role', exp: END })),
    'service_role',
  ],
  ['a service key without an issuer', () => key(hs({ role: 'service_role', exp: END })), 'service_role'],
  [
    "an application's own token",
    () => token(hs({ iss: 'my-app', role: 'authenticated', sub: 'x', exp: END })),
    'authenticated',
  ],
  ['one without a role', () => token(hs({ exp: END })), 'anon'],
  ["a session's token", async () => token(await ofSession()), 'authenticated'],
  [
    "a session's token beside the secret key",
    async () => ({ ...token(await ofSession()), apikey: SECRET }),
    'authenticated',
  ],
  ['a service key without an end', () => key(hs({ role: 'service_role' })), 'refused'],
  ['a service key whose end is a text', () => key(hs({ role: 'service_role', exp: '9999999999' })), 'refused'],
  ['an ended service key', () => key(hs({ role: 'service_role', exp: now() - 60 })), 'refused'],
  ['a service key of the future', () => key(hs({ role: 'service_role', exp: END, iat: now() + 90 })), 'refused'],
  ['a service key for another audience', () => key(hs({ role: 'service_role', exp: END, aud: 'other' })), 'refused'],
  ['a service key signed with another secret', () => key(hs({ role: 'service_role', exp: END }, 'x')), 'refused'],
  ['a role of the database', () => key(hs({ role: 'supabase_admin', exp: END })), 'refused'],
  ["a session's token of another issuer", async () => token(await ofSession({ iss: 'supabase' })), 'refused'],
  ["a session's token without an end", async () => token(await ofSession({ exp: undefined })), 'refused'],
  ['a publishable key of another project', () => key(`${PUBLISHABLE.slice(0, -1)}x`), 'refused'],
  ['a secret key of another project', () => key(`${SECRET.slice(0, -1)}x`), 'refused'],
  [
    "a secret key of another project beside a session's token",
    async () => ({ ...token(await ofSession()), apikey: `${SECRET}x` }),
    'refused',
  ],
  ['the secret key as a bearer alone', () => ({ authorization: `Bearer ${SECRET}` }), 'refused'],
  ['the secret key as a bearer beside the publishable one', () => token(SECRET), 'refused'],
  [
    'the secret key from a browser',
    () => ({ ...key(SECRET), 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }),
    'refused',
  ],
]

const get = (path: string, headers: Sent) => fetch(`${server.url}${path}`, { headers })

/** What each part takes the caller for; auth and storage distinguish only the service from others. */
const parts: Record<string, (sent: Sent) => Promise<string>> = {
  async auth(sent) {
    const answer = await get('/auth/v1/admin/users', sent)
    const { error_code } = (await answer.json()) as { error_code?: string }
    if (answer.status === 200) return 'service_role'
    return error_code === 'not_admin' ? 'others' : 'refused'
  },
  async rest(sent) {
    const answer = await get('/rest/v1/rpc/who', sent)
    return answer.status === 200 ? String(await answer.json()) : 'refused'
  },
  async storage(sent) {
    const answer = await get('/storage/v1/bucket', sent)
    if (answer.status !== 200) return 'refused'
    return ((await answer.json()) as unknown[]).length === 1 ? 'service_role' : 'others'
  },
}
const othersAs = (verdict: Verdict) => (verdict === 'anon' || verdict === 'authenticated' ? 'others' : verdict)

describe('every part makes the same of', () => {
  test.each(kinds)('%s', async (_, make, verdict) => {
    const sent = await make()
    const found = Object.fromEntries(
      await Promise.all(Object.entries(parts).map(async ([name, ask]) => [name, await ask(sent)])),
    )
    expect(found).toEqual({ auth: othersAs(verdict), rest: verdict, storage: othersAs(verdict) })
    // `verify_jwt` accepts no publishable or secret key, with or without a part that would.
    const isKeyAlone = !/^Bearer ey/.test(sent.authorization ?? '')
    const answer = await get('/functions/v1/closed', sent)
    expect(answer.status).toBe(verdict === 'refused' || isKeyAlone ? 401 : 200)
  })
})

test('the official client works with either key', async () => {
  expect((await server.client(PUBLISHABLE).rpc('who')).data).toBe('anon')
  const service = server.client(SECRET)
  expect((await service.rpc('who')).data).toBe('service_role')
  expect((await service.auth.admin.listUsers()).error).toBeNull()
  expect((await service.storage.listBuckets()).data).toMatchObject([{ id: 'one' }])
  expect((await server.client(PUBLISHABLE).auth.admin.listUsers()).error?.status).toBe(403)
  expect((await server.client(PUBLISHABLE).auth.signUp({ email: 'a@b.co', password: 'long enough' })).error).toBeNull()
})

test('a function that verifies by itself gets what was sent, and nothing for it', async () => {
  for (const sent of [key(SECRET), { apikey: PUBLISHABLE }, { apikey: PUBLISHABLE, authorization: 'Bearer x' }]) {
    const answer = await get('/functions/v1/open', sent)
    expect(await answer.json()).toEqual({ authorization: null, ...sent })
  }
  expect((await get('/functions/v1/open', { apikey: `${SECRET}x` })).status).toBe(401)
})

test('a key that is not ours is refused as Supabase refuses it, readable from every origin', async () => {
  const answer = await get('/rest/v1/', { apikey: `${SECRET}x` })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  expect(await answer.json()).toMatchObject({ message: 'Invalid API key' })
})

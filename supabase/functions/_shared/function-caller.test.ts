import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Credential, functionCaller } from './function-caller.ts'
import { credentials, serviceKey } from './project-keys.ts'
import { sameSecret } from './tokens.ts'

const PROJECT = 'http://project.test'
const PUBLISHABLE = 'sb_publishable_one'
const SECRET = 'sb_secret_one'
const OTHER_SECRET = 'sb_secret_of-a-worker'
/** As the platform makes them: nobody verifies their signature but the project. */
const jwt = (claims: object, alg = 'HS256') =>
  [{ alg, typ: 'JWT' }, claims]
    .map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''))
    .join('.')
    .concat('.c2ln')
const ANON = jwt({ role: 'anon' })
const SERVICE = jwt({ role: 'service_role' })

let signed: (claims: object, kid?: string) => Promise<string>
let served: object
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  served = { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg: 'ES256' }] }
  signed = (claims, kid = 'ours') =>
    new SignJWT({ exp: Math.floor(Date.now() / 1000) + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey)
})
beforeEach(() => {
  vi.stubEnv('SUPABASE_URL', PROJECT)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: PUBLISHABLE }))
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ worker: OTHER_SECRET, default: SECRET }))
  vi.stubEnv('SUPABASE_ANON_KEY', ANON)
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', SERVICE)
  vi.stubGlobal('fetch', async () => Response.json(served))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const ANYBODY: Credential[] = ['publishable', 'user', 'secret']
const caller = (apikey: string | undefined, token: string | undefined, accepted = ANYBODY) =>
  functionCaller(
    new Request('http://functions.test/x', {
      headers: { ...(apikey && { apikey }), ...(token && { authorization: `Bearer ${token}` }) },
    }),
    accepted,
  )

describe('who calls a function', () => {
  test.each<[string, string | undefined, string | undefined, Credential, string]>([
    ['the publishable key alone', PUBLISHABLE, undefined, 'publishable', PUBLISHABLE],
    ['the publishable key, as the clients repeat it', PUBLISHABLE, PUBLISHABLE, 'publishable', PUBLISHABLE],
    ['the secret key, as pg_cron sends it', SECRET, undefined, 'secret', SECRET],
    ['the secret key, as the clients repeat it', SECRET, SECRET, 'secret', SECRET],
    ['another secret key by its name', OTHER_SECRET, undefined, 'secret', OTHER_SECRET],
    [
      'a secret key beside the token that a gateway made of it',
      SECRET,
      jwt({ role: 'service_role', x: 1 }),
      'secret',
      SECRET,
    ],
    ['the legacy service key as a bearer', undefined, SERVICE, 'secret', SERVICE],
    ['the legacy anonymous key, as the clients repeat it', ANON, ANON, 'publishable', ANON],
    ['the legacy service key beside the publishable one', PUBLISHABLE, SERVICE, 'secret', SERVICE],
  ])('%s', async (_, apikey, token, kind, asks) => {
    expect(await caller(apikey, token)).toEqual({ kind, token: asks })
  })

  test('a person counts before the key beside their token', async () => {
    const token = await signed({ sub: 'dana' })
    for (const key of [PUBLISHABLE, SECRET, ANON, undefined]) {
      expect(await caller(key, token)).toEqual({ kind: 'user', token })
    }
  })

  test.each<[string, string | undefined, () => string | Promise<string> | undefined]>([
    ['nobody', undefined, () => undefined],
    ['a key of another project', `${SECRET}x`, () => undefined],
    ['the beginning of a key', SECRET.slice(0, -1), () => undefined],
    ['a secret key as a bearer alone', undefined, () => SECRET],
    ['a secret key as a bearer beside the publishable one', PUBLISHABLE, () => SECRET],
    ['a bearer that is nothing, whatever the key', SECRET, () => 'x'],
    ['a service key that is none of the project', undefined, () => jwt({ role: 'service_role', x: 1 })],
    ['an ended token, whatever the key', SECRET, () => signed({ sub: 'dana', exp: 1 })],
    ['a forged token, whatever the key', SECRET, async () => `${await signed({ sub: 'dana' })}x`],
    ['a token of another key', PUBLISHABLE, () => signed({ sub: 'dana' }, 'theirs')],
    ['an unsigned token', SECRET, () => jwt({ sub: 'dana', exp: 9e9 }, 'none')],
  ])('%s: 401', async (_, key, token) => {
    await expect(caller(key, await token())).rejects.toMatchObject({ status: 401, code: 'NO_SESSION' })
  })

  test('a token that is signed with the shared secret is verified by the sign-in service', async () => {
    const token = jwt({ sub: 'dana', exp: 9e9 })
    let status = 200
    const fetched = vi.fn(async () => Response.json({}, { status }))
    vi.stubGlobal('fetch', fetched)
    expect(await caller(PUBLISHABLE, token)).toEqual({ kind: 'user', token })
    const headers = { apikey: PUBLISHABLE, authorization: `Bearer ${token}` }
    expect(fetched).toHaveBeenCalledWith(`${PROJECT}/auth/v1/user`, expect.objectContaining({ headers }))
    for (status of [401, 403]) await expect(caller(PUBLISHABLE, token)).rejects.toMatchObject({ status: 401 })
    for (status of [429, 500, 503])
      await expect(caller(PUBLISHABLE, token)).rejects.toMatchObject({ status: 503, code: 'TRY_AGAIN' })
  })

  test('only what the function accepts is let in', async () => {
    const person = await signed({ sub: 'dana' })
    await expect(caller(PUBLISHABLE, PUBLISHABLE, ['user', 'secret'])).rejects.toMatchObject({ status: 401 })
    await expect(caller(PUBLISHABLE, person, ['secret'])).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await expect(caller(undefined, undefined, ['secret'])).rejects.toMatchObject({ status: 401 })
  })
})

describe("the project's keys", () => {
  test('a new key goes in apikey alone, a token beside the publishable key', () => {
    expect(serviceKey()).toBe(SECRET)
    expect(credentials(SECRET)).toEqual({ apikey: SECRET })
    expect(credentials('a.b.c')).toEqual({ apikey: PUBLISHABLE, authorization: 'Bearer a.b.c' })
  })

  test('one key and the legacy ones are read where no named ones are', () => {
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEYS', '')
    vi.stubEnv('SUPABASE_SECRET_KEYS', '')
    vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_single')
    expect(serviceKey()).toBe('sb_secret_single')
    vi.stubEnv('SUPABASE_SECRET_KEY', '')
    expect(credentials(serviceKey())).toEqual({ apikey: SERVICE, authorization: `Bearer ${SERVICE}` })
    expect(credentials('a.b.c')).toMatchObject({ apikey: ANON })
    vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', '')
    expect(() => serviceKey()).toThrow('SUPABASE_SECRET_KEYS, SUPABASE_SECRET_KEY, SUPABASE_SERVICE_ROLE_KEY')
    vi.stubEnv('SUPABASE_SECRET_KEYS', '{')
    expect(() => serviceKey()).toThrow('SUPABASE_SECRET_KEYS')
  })

  test('are compared whole', async () => {
    expect(await sameSecret('a', 'a')).toBe(true)
    for (const other of ['', 'b', 'aa', 'A']) expect(await sameSecret('a', other)).toBe(false)
  })
})

test('the platform checks no token in front of a function, and every function declares what it accepts', () => {
  const functions = join(import.meta.dirname, '..')
  const names = readdirSync(functions, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('_'),
  )
  const config = readFileSync(join(functions, '../config.toml'), 'utf8')
  for (const { name } of names) {
    expect(config).toContain(`\n[functions.${name}]\nverify_jwt = false\n`)
    const handler = readFileSync(join(functions, name, 'handler.ts'), 'utf8')
    // A closing page can send no header: their token comes in the body.
    const checks = name === 'batch-progress' ? /await verifySession\(token\)/ : /respondTo\(\s*\[('\w+'(, )?)+\]/
    expect([name, checks.test(handler)]).toEqual([name, true])
  }
})

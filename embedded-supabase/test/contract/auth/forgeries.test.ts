import { createHmac, createPublicKey, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyFile } from '../../../src/keys.ts'
import { type AuthServer, startAuthServer } from '../../support/auth.ts'

type Json = Record<string, unknown>

let server: AuthServer
let keys: KeyFile
let token: string
let header: Json
let claims: Json
let refreshToken: string
let signature: string

beforeAll(async () => {
  server = await startAuthServer()
  keys = JSON.parse(readFileSync(join(server.dataDirectory, 'keys.json'), 'utf8'))
  const { client } = await server.person()
  const { session } = (await client.auth.getSession()).data
  token = session?.access_token ?? ''
  refreshToken = session?.refresh_token ?? ''
  const [head = '', body = '', tail = ''] = token.split('.')
  header = JSON.parse(Buffer.from(head, 'base64url').toString())
  claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  signature = tail
})
afterAll(() => server.close())

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const join3 = (head: unknown, body: unknown, tail: string) => `${encode(head)}.${encode(body)}.${tail}`
const hs = (head: Json, body: unknown, secret: string | Buffer, hash = 'sha256') => {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const es = (head: Json, body: unknown, key = stranger.privateKey) => {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${signWith('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const rightKey = async (body: unknown) => server.jwt.sign(body as never)
const publicPem = () => {
  const { d: _private, ...jwk } = keys.signingKeys[0] ?? {}
  return createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string
}
const strangerJwk = () => stranger.publicKey.export({ format: 'jwk' })
const now = () => Math.floor(Date.now() / 1000)

/** Each makes a token that no server may accept. */
const forgeries: [string, () => string | Promise<string>][] = [
  ['alg none, no signature', () => join3({ ...header, alg: 'none' }, claims, '')],
  ['alg none, old signature', () => join3({ ...header, alg: 'none' }, claims, signature)],
  ['alg None', () => join3({ alg: 'None', typ: 'JWT' }, claims, '')],
  ['alg NONE', () => join3({ alg: 'NONE', typ: 'JWT' }, claims, '')],
  ['alg nOnE with kid', () => join3({ ...header, alg: 'nOnE' }, claims, '')],
  ['alg missing', () => join3({ typ: 'JWT', kid: header.kid }, claims, signature)],
  ['alg empty', () => join3({ ...header, alg: '' }, claims, signature)],
  ['alg null', () => join3({ ...header, alg: null }, claims, signature)],
  ['alg a list', () => join3({ ...header, alg: ['ES256'] }, claims, signature)],
  ['alg a number', () => join3({ ...header, alg: 1 }, claims, signature)],
  ['HS256 with the public key as the secret, with kid', () => hs({ ...header, alg: 'HS256' }, claims, publicPem())],
  ['HS256 with the public key as the secret, without kid', () => hs({ alg: 'HS256', typ: 'JWT' }, claims, publicPem())],
  [
    'HS256 with the public JWK as the secret',
    () => hs({ alg: 'HS256' }, claims, JSON.stringify(server.jwt.jwks().keys[0])),
  ],
  ['HS256 with an empty secret', () => hs({ alg: 'HS256', typ: 'JWT' }, claims, '')],
  [
    'HS256 with the CLI’s default secret',
    () => hs({ alg: 'HS256' }, claims, 'super-secret-jwt-token-with-at-least-32-characters-long'),
  ],
  ['HS256 with the anonymous key as the secret', () => hs({ alg: 'HS256' }, claims, keys.anonKey)],
  ['HS384 with the shared secret', () => hs({ alg: 'HS384' }, claims, keys.jwtSecret, 'sha384')],
  ['HS512 with the shared secret', () => hs({ alg: 'HS512' }, claims, keys.jwtSecret, 'sha512')],
  ['HS256 with the shared secret and a kid', () => hs({ ...header, alg: 'HS256' }, claims, keys.jwtSecret)],
  ['RS256', () => join3({ ...header, alg: 'RS256' }, claims, signature)],
  ['PS256', () => join3({ ...header, alg: 'PS256' }, claims, signature)],
  ['ES384', () => join3({ ...header, alg: 'ES384' }, claims, signature)],
  ['EdDSA', () => join3({ ...header, alg: 'EdDSA' }, claims, signature)],
  ['a stranger’s ES256 key with our kid', () => es(header, claims)],
  ['a stranger’s ES256 key with its own kid', () => es({ ...header, kid: 'other' }, claims)],
  ['a stranger’s key without kid', () => es({ alg: 'ES256', typ: 'JWT' }, claims)],
  ['a stranger’s key in jwk', () => es({ ...header, jwk: strangerJwk() }, claims)],
  ['a stranger’s key in jku', () => es({ ...header, jku: 'http://127.0.0.1:9/jwks.json' }, claims)],
  ['a stranger’s key in x5u', () => es({ ...header, x5u: 'http://127.0.0.1:9/x.pem' }, claims)],
  ['a stranger’s key in x5c', () => es({ ...header, x5c: ['MIIB'] }, claims)],
  ['kid with a path', () => es({ ...header, kid: '../../../../dev/null' }, claims)],
  ['kid with SQL', () => es({ ...header, kid: `' union select 'x' --` }, claims)],
  ['kid of the prototype', () => es({ ...header, kid: '__proto__' }, claims)],
  ['kid a number', () => es({ ...header, kid: 0 }, claims)],
  ['kid a list', () => es({ ...header, kid: [header.kid] }, claims)],
  ['kid with NUL', () => es({ ...header, kid: `${header.kid}\u0000` }, claims)],
  ['changed claims under the old signature', () => join3(header, { ...claims, role: 'service_role' }, signature)],
  ['another user under the old signature', () => join3(header, { ...claims, sub: crypto.randomUUID() }, signature)],
  ['signature of zeros', () => join3(header, claims, Buffer.alloc(64).toString('base64url'))],
  ['signature missing', () => join3(header, claims, '')],
  ['signature cut', () => join3(header, claims, signature.slice(0, -4))],
  ['signature lengthened', () => join3(header, claims, `${signature}AAAA`)],
  [
    'signature of another token',
    async () => join3(header, claims, (await rightKey({ ...claims, iat: 1 })).split('.')[2] ?? ''),
  ],
  [
    'signature in DER',
    () => join3(header, claims, signWith('sha256', Buffer.from('x'), stranger.privateKey).toString('base64url')),
  ],
  ['an unknown critical header', () => es({ ...header, crit: ['x'], x: 1 }, claims)],
  ['detached payload (b64 false)', () => es({ ...header, crit: ['b64'], b64: false }, claims)],
  ['right key, expired', () => rightKey({ ...claims, exp: now() - 31 })],
  ['right key, not valid yet', () => rightKey({ ...claims, nbf: now() + 60 })],
  ['right key, issued in the future', () => rightKey({ ...claims, iat: now() + 60 })],
  ['right key, no expiry', () => rightKey({ ...claims, exp: undefined })],
  ['right key, expiry a text', () => rightKey({ ...claims, exp: '9999999999' })],
  ['right key, wrong issuer', () => rightKey({ ...claims, iss: 'https://evil.example/auth/v1' })],
  ['right key, no issuer', () => rightKey({ ...claims, iss: undefined })],
  ['right key, no audience', () => rightKey({ ...claims, aud: undefined })],
  ['right key, another audience', () => rightKey({ ...claims, aud: 'progress' })],
  ['right key, no subject', () => rightKey({ ...claims, sub: undefined })],
  ['right key, subject no uuid', () => rightKey({ ...claims, sub: `' or 1=1 --` })],
  ['right key, no session', () => rightKey({ ...claims, session_id: undefined })],
  ['right key, session of nobody', () => rightKey({ ...claims, session_id: crypto.randomUUID() })],
  ['right key, session of another user', () => rightKey({ ...claims, sub: crypto.randomUUID() })],
  ['the refresh token', () => refreshToken],
  ['the anonymous key', () => keys.anonKey],
  [
    'a signed link of the storage',
    () => hs({ alg: 'HS256', typ: 'JWT' }, { url: 'images/x', exp: now() + 60 }, keys.jwtSecret),
  ],
  ['two parts', () => token.split('.').slice(0, 2).join('.')],
  ['four parts', () => `${token}.x`],
  ['five parts (encrypted)', () => `${encode({ alg: 'dir', enc: 'A256GCM' })}....`],
  ['dots only', () => '..'],
  ['not base64', () => '%%%.%%%.%%%'],
  ['header no JSON', () => `${encode('{')}.${token.split('.')[1]}.${signature}`],
  ['header a list', () => join3([], claims, signature)],
  ['payload no JSON', () => es(header, 'x')],
  ['payload a list', () => es(header, [])],
  ['6 kB of header', () => es({ ...header, pad: 'x'.repeat(6_000) }, claims)],
]

test('the true token is accepted, so that the others are refused for what they are', async () => {
  expect((await ask('/user', token)).status).toBe(200)
  expect((await ask('/user', await rightKey(claims))).status).toBe(200)
})

async function ask(path: string, bearer: string, method = 'GET') {
  return fetch(`${server.url}/auth/v1${path}`, { method, headers: { authorization: `Bearer ${bearer}` } })
}

describe(`${forgeries.length} forged tokens`, () => {
  test.each(forgeries)('%s', async (_, make) => {
    const forged = await make()
    const answers = await Promise.all([
      ask('/user', forged),
      ask('/admin/users', forged),
      ask('/logout', forged, 'POST'),
    ])
    // 400 is GoTrue's word for a subject that is no id.
    for (const { status } of answers) expect([400, 401, 403]).toContain(status)
  })
})

test('headers that are no bearer tokens', async () => {
  for (const authorization of ['Bearer', 'Bearer ', 'Basic abc', token, `Token ${token}`, 'Bearer a b', '\u00ff']) {
    const answer = await fetch(`${server.url}/auth/v1/user`, { headers: { authorization } })
    expect([401, 403]).toContain(answer.status)
  }
})

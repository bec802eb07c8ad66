import { beforeAll, describe, expect, it } from 'vitest'
import { checkToken, type KeySource } from './token-claims'

const NOW = 1_800_000_000_000
const encode = (value: object | Uint8Array) =>
  Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString('base64url')

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
let pair: CryptoKeyPair
let jwk: JsonWebKey & { kid?: string }
beforeAll(async () => {
  pair = (await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])) as CryptoKeyPair
  jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: 'k1', alg: 'ES256' }
})

const claims = { sub: 'dana', session_id: 's', aal: 'aal2', email: 'd@example.com', exp: NOW / 1000 + 60 }

async function tokenOf(payload: object = claims, header: object = { alg: 'ES256', kid: 'k1', typ: 'JWT' }) {
  const signed = `${encode(header)}.${encode(payload)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(signed))
  return `${signed}.${encode(new Uint8Array(signature))}`
}

const own: KeySource = async () => [jwk]
const check = (token: string, keys: KeySource = own) => checkToken(token, keys, NOW)

describe('[5-23] the check of a token', () => {
  it('[7-08] gives its claims when a public key of the project signed it', async () => {
    expect(await check(await tokenOf())).toEqual(claims)
  })

  it('a changed token: Invalid JWT signature', async () => {
    const [header, , signature] = (await tokenOf()).split('.')
    const forged = `${header}.${encode({ ...claims, sub: 'ron' })}.${signature}`
    await expect(check(forged)).rejects.toThrow('Invalid JWT signature')
  })

  it.each([
    ['nothing', ''],
    ['no token', 'a.b.c'],
    ['four parts', 'a.b.c.d'],
    ['no algorithm', `${encode({ alg: 'none', kid: 'k1' })}.${encode(claims)}.`],
    ['an algorithm of no key', `${encode({ alg: 'ES512', kid: 'k1' })}.${encode(claims)}.AAAA`],
    ['the algorithm of another key', `${encode({ alg: 'RS256', kid: 'k1' })}.${encode(claims)}.AAAA`],
    ['a cut signature', `${encode({ alg: 'ES256', kid: 'k1' })}.${encode(claims)}.AA`],
    ['a signature of other signs', `${encode({ alg: 'ES256', kid: 'k1' })}.${encode(claims)}.***`],
  ])('%s: Invalid JWT signature', async (_, token) => {
    await expect(check(token)).rejects.toThrow('Invalid JWT signature')
  })

  it('no keys: JWKS is empty', async () => {
    await expect(check(await tokenOf(), async () => [])).rejects.toThrow('JWKS is empty')
  })

  it('another key: No matching signing key found in JWKS', async () => {
    const keys = async () => [{ ...jwk, kid: 'k0' }]
    await expect(check(await tokenOf(), keys)).rejects.toThrow('No matching signing key found in JWKS')
  })

  it('keys that were rotated are asked for once more', async () => {
    const asked: boolean[] = []
    const keys: KeySource = async (anew) => {
      asked.push(anew)
      return anew ? [{ ...jwk, kid: 'k0' }, jwk] : [{ ...jwk, kid: 'k0' }]
    }
    expect(await check(await tokenOf(), keys)).toEqual(claims)
    expect(asked).toEqual([false, true])
  })

  it('an old token does not count', async () => {
    await expect(check(await tokenOf({ ...claims, exp: NOW / 1000 }))).rejects.toThrow('JWT has expired')
  })

  it('leaves to the server what only it can check', async () => {
    await expect(check(await tokenOf(claims, { alg: 'HS256', kid: 'k1' }))).rejects.toMatchObject({
      name: 'UncheckableTokenError',
    })
    await expect(check(await tokenOf(claims, { alg: 'ES256' }))).rejects.toMatchObject({
      name: 'UncheckableTokenError',
    })
  })
})

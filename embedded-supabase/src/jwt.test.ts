import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createJwt } from './jwt.ts'

const jwtSecret = 'a-secret-of-the-tests-with-enough-characters'
const opened = (signingKeys: JWK[]) => createJwt({ jwtSecret, signingKeys })
/** RSA keys take seconds to find on a busy machine, so each kind is made once. */
const kinds: Record<string, JWK> = {}
beforeAll(async () => {
  for (const alg of ['ES256', 'ES384', 'RS256']) {
    kinds[alg] = await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)
  }
})
const made = (alg: string, kid: string): JWK => ({ ...kinds[alg], kid })
const claims = () => ({ sub: 'dana', exp: Math.floor(Date.now() / 1000) + 60 })

describe('signing keys', () => {
  test.each(['ES256', 'RS256'])('of %s sign and verify, and show nothing private', async (alg) => {
    const jwt = await opened([made(alg, 'one')])
    const token = await jwt.sign(claims())
    expect(decodeProtectedHeader(token)).toMatchObject({ alg, kid: 'one' })
    expect(await jwt.verify(token)).toMatchObject({ sub: 'dana' })
    const [shown] = jwt.jwks().keys
    expect(shown).toMatchObject({ alg, kid: 'one', use: 'sig', key_ops: ['verify'] })
    for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(shown).not.toHaveProperty(part)
  })

  test('of both kinds stand side by side', async () => {
    const [first, second] = [made('RS256', 'new'), made('ES256', 'old')]
    const before = await opened([second])
    const now = await opened([first, second])
    expect(await now.verify(await before.sign(claims()))).toMatchObject({ sub: 'dana' })
    await expect(before.verify(await now.sign(claims()))).rejects.toMatchObject({ reason: 'unknown_key' })
  })

  test.each([
    ['another curve', () => made('ES384', 'x'), 'The signing key x cannot be used (kty EC, crv P-384, alg none): take'],
    ['another algorithm', () => ({ ...made('RS256', 'x'), alg: 'PS256' }), 'alg PS256): take ES256 (EC, P-256)'],
    ['a shared secret', () => ({ kty: 'oct', k: 'c2VjcmV0', kid: 'x' }), 'kty oct'],
    ['a public key', () => ({ ...made('ES256', 'x'), d: undefined }), 'must be a private one'],
    ['no name', () => ({ ...made('ES256', 'x'), kid: undefined }), 'kid'],
  ])('with %s are refused in a clear sentence', async (_, key, sentence) => {
    await expect(opened([key() as JWK])).rejects.toThrow(sentence)
  })
})

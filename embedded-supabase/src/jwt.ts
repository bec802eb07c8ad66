import { type CryptoKey, decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { KeyFile } from './keys.ts'
import { type CheckedClaims, type Claims, checkClaims, TokenError } from './token-policy.ts'

const CLOCK_SKEW_S = 30
/** How Go's libraries word it, by algorithm. */
const WHY_INVALID: Record<string, string> = {
  ES256: 'crypto/ecdsa: verification error',
  RS256: 'crypto/rsa: verification error',
}
const NO_TOKEN = 'token is malformed: token contains an invalid number of segments'

export { type Claims, TokenError }

/** Signs and verifies the tokens of sessions and API keys. */
export type Jwt = {
  /** Signs an access token with the current key; `exp` and `iat` are the caller's, in seconds. */
  sign(claims: Claims): Promise<string>
  /**
   * Verifies signature, times (30 s of skew) and claims, for every part alike: see {@link checkClaims}.
   * ES256 and RS256 need a `kid` of our own set; HS256 is for tokens without one, checked with the shared secret.
   * @throws TokenError
   */
  verify(token: string): Promise<CheckedClaims>
  /** The public keys, as `/auth/v1/.well-known/jwks.json` shows them. */
  jwks(): { keys: JWK[] }
}

type VerificationKey = { key: CryptoKey | Uint8Array; algorithm: string; publicJwk: JWK }

/**
 * @param issuer what the tokens of sessions carry as `iss`; undefined where it does not matter
 * @throws when the first key cannot sign, or one of them is of a kind that is not known here
 */
export async function createJwt(
  { jwtSecret, signingKeys }: Pick<KeyFile, 'jwtSecret' | 'signingKeys'>,
  issuer?: string,
): Promise<Jwt> {
  const [current] = signingKeys
  if (!current?.kid) throw new Error('The key file has no signing key with a kid')
  const algorithm = algorithmOf(current)
  if (!current.d) throw new Error(`The signing key ${current.kid} is a public key: the first must be a private one`)
  const signingKey = await importJWK({ ...current, key_ops: ['sign'] }, algorithm)
  const byKid = new Map<string, VerificationKey>()
  for (const jwk of signingKeys) {
    const publicJwk = publicPartOf(jwk)
    const own = algorithmOf(jwk)
    byKid.set(jwk.kid ?? '', { key: await importJWK(publicJwk, own), algorithm: own, publicJwk })
  }
  const secret = new TextEncoder().encode(jwtSecret)

  return {
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: current.kid ?? '' }).sign(signingKey),
    async verify(token) {
      const header = readHeader(token)
      if (header.alg === 'HS256' && header.kid === undefined) return check(token, secret, 'HS256', issuer)
      const known = byKid.get(header.kid ?? '')
      if (!known || known.algorithm !== header.alg)
        throw new TokenError('unknown_key', `unrecognized JWT kid ${header.kid} for algorithm ${header.alg}`)
      return check(token, known.key, known.algorithm, issuer)
    },
    jwks: () => ({ keys: [...byKid.values()].map(({ publicJwk }) => publicJwk) }),
  }
}

/** @throws for a kind of key that sessions are not signed with */
function algorithmOf({ kid, kty, crv, alg }: JWK): 'ES256' | 'RS256' {
  if (kty === 'EC' && crv === 'P-256' && (alg ?? 'ES256') === 'ES256') return 'ES256'
  if (kty === 'RSA' && (alg ?? 'RS256') === 'RS256') return 'RS256'
  throw new Error(
    `The signing key ${kid} cannot be used (kty ${kty}, crv ${crv ?? 'none'}, alg ${alg ?? 'none'}): take ES256 (EC, P-256) or RS256 (RSA)`,
  )
}

/** What may be shown of a key; whatever else it has stays here. */
function publicPartOf(jwk: JWK): JWK {
  const { kid, kty, crv, x, y, n, e } = jwk
  const parts = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { kid, kty, alg: algorithmOf(jwk), ...parts, use: 'sig', key_ops: ['verify'], ext: true } as JWK
}

function readHeader(token: string) {
  const parts = token.split('.').length
  if (parts !== 3) throw new TokenError('malformed', NO_TOKEN, `Expected 3 parts in JWT; got ${parts}`)
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new TokenError('malformed', NO_TOKEN)
  }
}

async function check(
  token: string,
  key: CryptoKey | Uint8Array,
  algorithm: string,
  issuer: string | undefined,
): Promise<CheckedClaims> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], clockTolerance: CLOCK_SKEW_S })
    if (![payload.aud ?? ''].flat().every((one) => typeof one === 'string')) {
      throw badClaim(`The JWT 'aud' claim must be a string or an array of strings`)
    }
    checkClaims(payload, issuer, CLOCK_SKEW_S)
    return payload
  } catch (error) {
    if (error instanceof TokenError) throw error
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'token is expired')
    if (error instanceof errors.JWTClaimValidationFailed && error.reason === 'invalid')
      throw badClaim(`The JWT '${error.claim}' claim must be a number`)
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenError('not_yet_valid', 'token is not valid yet')
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      throw new TokenError(
        'bad_signature',
        `token signature is invalid: ${WHY_INVALID[algorithm] ?? 'signature is invalid'}`,
      )
    }
    throw new TokenError('malformed', 'token is malformed')
  }
}

const badClaim = (message: string) => new TokenError('bad_claim', message, message)

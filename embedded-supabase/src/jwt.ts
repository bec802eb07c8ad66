import {
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { KeyFile } from './keys.ts'

const CLOCK_SKEW_S = 30

export type Claims = JWTPayload & { role?: string; session_id?: string; aal?: string }

/** Why a token was refused; every part words it in its own protocol. */
export class TokenError extends Error {
  override name = 'TokenError'
  constructor(
    readonly reason:
      | 'malformed'
      | 'expired'
      | 'not_yet_valid'
      | 'bad_signature'
      | 'unknown_key'
      | 'no_end'
      | 'not_for_us',
    message: string,
  ) {
    super(message)
  }
}

/** Signs and verifies the tokens of sessions and API keys. */
export type Jwt = {
  /** What the tokens of sessions carry as `iss`; undefined where it does not matter. */
  issuer: string | undefined
  /** Signs an access token with the current ES256 key; `exp` and `iat` are the caller's, in seconds. */
  sign(claims: Claims): Promise<string>
  /**
   * Verifies signature and times (30 s of skew).
   * ES256 needs a `kid` of our own set; HS256 is for tokens without one, checked with the shared secret.
   * @throws TokenError
   */
  verify(token: string): Promise<Claims>
  /** The public keys, as `/auth/v1/.well-known/jwks.json` shows them. */
  jwks(): { keys: JWK[] }
}

type VerificationKey = { key: CryptoKey | Uint8Array; publicJwk: JWK }

export async function createJwt({ jwtSecret, signingKeys }: KeyFile, issuer?: string): Promise<Jwt> {
  const [current] = signingKeys
  if (!current?.kid) throw new Error('The key file has no signing key')
  const signingKey = await importJWK(current, 'ES256')
  const byKid = new Map<string, VerificationKey>()
  for (const { d: _private, ...jwk } of signingKeys) {
    const publicJwk = { ...jwk, use: 'sig', key_ops: ['verify'] }
    byKid.set(jwk.kid ?? '', { key: await importJWK(publicJwk, 'ES256'), publicJwk })
  }
  const secret = new TextEncoder().encode(jwtSecret)

  return {
    issuer,
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: current.kid ?? '' }).sign(signingKey),
    async verify(token) {
      const header = readHeader(token)
      if (header.alg === 'HS256' && header.kid === undefined) return check(token, secret, 'HS256')
      const known = header.alg === 'ES256' ? byKid.get(header.kid ?? '') : undefined
      if (!known) throw new TokenError('unknown_key', `unrecognized JWT kid ${header.kid} for algorithm ${header.alg}`)
      return check(token, known.key, 'ES256')
    },
    jwks: () => ({ keys: [...byKid.values()].map(({ publicJwk }) => publicJwk) }),
  }
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new TokenError('malformed', 'token is malformed: token contains an invalid number of segments')
  }
}

async function check(token: string, key: CryptoKey | Uint8Array, algorithm: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], clockTolerance: CLOCK_SKEW_S })
    return payload as Claims
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'token is expired')
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenError('not_yet_valid', 'token is not valid yet')
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      throw new TokenError('bad_signature', 'signature is invalid')
    }
    throw new TokenError('malformed', 'token is malformed')
  }
}

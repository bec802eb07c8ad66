import type { JWTPayload } from 'jose'

const ROLES = ['anon', 'authenticated', 'service_role'] as const

export type Claims = JWTPayload & { role?: string; session_id?: string; aal?: string }
/** Claims that {@link checkClaims} has let pass. */
export type CheckedClaims = Claims & { role?: (typeof ROLES)[number] }

/** Why a token was refused; every part words it in its own protocol. */
export class TokenError extends Error {
  override name = 'TokenError'
  constructor(
    readonly reason:
      | 'malformed'
      | 'expired'
      | 'not_yet_valid'
      | 'bad_claim'
      | 'bad_signature'
      | 'unknown_key'
      | 'no_end'
      | 'not_for_us',
    message: string,
    /** The same in the words of PostgREST, where they hold more than the kind. */
    readonly detail?: string,
  ) {
    super(message)
  }
}

/** What tokens may name as `aud` beside their role. */
const AUDIENCE = 'authenticated'

/**
 * Decides which tokens count once their signature stands, for every part of the server (protocol section 0):
 * - each has an end, was not issued in the future, and its role is one that callers may have;
 * - that of a session names this server and `authenticated`;
 * - any other, an API key or a token that an application signed with the shared secret, is judged by its role, whatever
 *   its `iss`; an `aud` that it has must be for us.
 * @param issuer of the tokens of sessions; undefined where it does not matter
 * @param skewS by how many seconds another machine's clock may be ahead
 * @throws TokenError
 */
export function checkClaims(
  claims: JWTPayload,
  issuer: string | undefined,
  skewS: number,
): asserts claims is CheckedClaims {
  const { exp, iat, iss, aud, session_id: session } = claims
  const role = claims.role ?? 'anon'
  if (typeof exp !== 'number') throw new TokenError('no_end', 'token has no expiry')
  if ((iat ?? 0) > Date.now() / 1000 + skewS)
    throw new TokenError('not_yet_valid', 'token used before issued', 'JWT issued at future')
  if (!ROLES.some((name) => name === role)) throw new TokenError('malformed', `role "${role}" does not exist`)
  const ofSession = session !== undefined
  const audiences = aud === undefined || aud === null ? [] : [aud].flat()
  const rightIssuer = !ofSession || issuer === undefined || iss === issuer
  const rightAudience = audiences.length === 0 ? !ofSession : audiences.some((one) => one === AUDIENCE || one === role)
  if (!rightIssuer || !rightAudience) throw new TokenError('not_for_us', 'token was made for another audience')
}

import { bearerToken } from '../../caller.ts'
import type { Caller, Transaction } from '../../database/index.ts'
import { type Claims, TokenError } from '../../jwt.ts'
import { findUser, isBanned, type UserRow } from '../accounts/user-row.ts'
import { AuthError } from '../protocol/errors.ts'
import { isUuid } from '../protocol/fields.ts'
import type { AuthRequest } from '../service.ts'
import { hasEnded, type SessionRow } from './session-row.ts'

const UNVERIFIED = 'invalid JWT: unable to parse or verify signature'

/** Someone with a living session. */
export type SignedIn = { user: UserRow; session: SessionRow; claims: Claims }

/** Claims that were verified: they belong to a user's access token. */
export type UserClaims = Claims & { sub: string; session_id: string }

/**
 * The verified claims of the caller's access token; the database is not asked yet.
 * @throws AuthError no_authorization (401), bad_jwt (403).
 */
export async function requireClaims(request: AuthRequest): Promise<UserClaims> {
  const claims = await verifiedClaims(request)
  const { sub, session_id } = claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  if (!isUuid(session_id)) throw badJwt('invalid claim: session_id claim must be a UUID')
  return { ...claims, sub, session_id }
}

/**
 * The user and session behind verified claims.
 * @throws AuthError user_not_found, bad_jwt, user_banned or session_not_found (403): signing out works at once.
 */
export async function loadSignedIn(tx: Transaction, request: AuthRequest, claims: UserClaims): Promise<SignedIn> {
  const user = await findUser(tx, claims.sub)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (![claims.aud].flat().includes(user.aud ?? 'authenticated')) throw badJwt('invalid JWT: unexpected audience')
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  const { rows } = await tx.query<SessionRow>('select * from auth.sessions where id = $1 and user_id = $2', [
    claims.session_id,
    user.id,
  ])
  const [session] = rows
  if (!session || hasEnded(session, request.service.settings)) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session, claims }
}

/**
 * The person who is signed in, as {@link requireClaims} and {@link loadSignedIn} find them.
 * @throws AuthError
 */
export async function requireSignedIn(request: AuthRequest): Promise<SignedIn> {
  const claims = await requireClaims(request)
  return request.service.database.asAuthAdmin((tx) => loadSignedIn(tx, request, claims))
}

/**
 * Lets only the service key pass.
 * @throws AuthError no_authorization (401), bad_jwt or not_admin (403).
 */
export async function requireAdmin(request: AuthRequest): Promise<void> {
  const { role } = await verifiedClaims(request)
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

async function verifiedClaims({ request, service }: AuthRequest): Promise<Claims> {
  const token = bearerToken(request)
  if (!token && (request.headers.has('authorization') || !request.headers.has('apikey'))) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  // Without a bearer the key stands for one, as Supabase's gateway has it.
  const verified = token ? service.jwt.verify(token) : Promise.resolve(service.callerOf(request)).then(claimsOf)
  return verified.catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    const invalidClaims = ['expired', 'not_yet_valid', 'bad_claim', 'no_end', 'not_for_us'].includes(error.reason)
    throw badJwt(`${UNVERIFIED}, ${invalidClaims ? 'token has invalid claims: ' : ''}${error.message}`)
  })
}

const claimsOf = ({ role, claims }: Caller): Claims => ({ ...claims, role })
const badJwt = (message: string) => new AuthError(403, 'bad_jwt', message)

import { isIP } from 'node:net'
import type { Transaction } from '../../database/index.ts'
import { userJson } from '../accounts/user-json.ts'
import { reloadUser } from '../accounts/user-row.ts'
import type { AuthRequest } from '../service.ts'
import { userAgent } from '../user-agent.ts'
import { addMethod, signAccessToken } from './claims.ts'
import { addRefreshToken } from './refresh-token.ts'
import type { SessionRow } from './session-row.ts'

/** A session as clients know it (protocol 1.3). */
export type SessionJson = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: ReturnType<typeof userJson>
}

/** Starts a session for a user who has just proved who they are by `method`. */
export async function signIn(
  tx: Transaction,
  request: AuthRequest,
  userId: string,
  method: string,
): Promise<SessionJson> {
  const { service } = request
  const { rows } = await tx.query<SessionRow>(
    'insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, $3) returning *',
    [userId, userAgent(request), ipOf(request.clientAddress)],
  )
  const [session] = rows
  if (!session) throw new Error('The session was not stored')
  await addMethod(tx, session.id, method)
  const refreshToken = await addRefreshToken(tx, service, { userId, sessionId: session.id })
  await tx.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId])
  await tx.query('update auth.identities set last_sign_in_at = now(), updated_at = now() where user_id = $1', [userId])
  return sessionJson(tx, request, { session, method, refreshToken })
}

/** The answer that carries a session: a fresh access token, the refresh token and the user. */
export async function sessionJson(
  tx: Transaction,
  { service }: AuthRequest,
  { session, method, refreshToken }: { session: SessionRow; method: string; refreshToken: string },
): Promise<SessionJson> {
  const user = await reloadUser(tx, session.user_id)
  const { access_token, expires_in, expires_at } = await signAccessToken(tx, service, { user, session, method })
  const times = { expires_in, expires_at }
  return { access_token, token_type: 'bearer', ...times, refresh_token: refreshToken, user: userJson(user) }
}

/** The session as a response, which names the account for the log of whatever stands in front. */
export const sessionAnswer = (session: SessionJson): Response =>
  Response.json(session, { headers: { 'sb-auth-user-id': session.user.id } })

/** The address for an `inet` column; null for what is not one. */
export function ipOf(address: string): string | null {
  const plain = address.replace(/%.*$/, '')
  return isIP(plain) ? plain : null
}

import type { Transaction } from '../../database/index.ts'
import { findUser, isBanned } from '../accounts/user-row.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthRequest } from '../service.ts'
import { sha256 } from '../tokens/random.ts'
import { userAgent } from '../user-agent.ts'
import { addRefreshToken, deriveToken, type RefreshTokenRow } from './refresh-token.ts'
import { hasEnded, type SessionRow } from './session-row.ts'
import { ipOf, type SessionJson, sessionJson } from './sign-in.ts'

const refused = (code: string, why: string) => new AuthError(400, code, `Invalid Refresh Token: ${why}`)
const notFound = () => refused('refresh_token_not_found', 'Refresh Token Not Found')
const alreadyUsed = () => refused('refresh_token_already_used', 'Already Used')

/**
 * Exchanges a refresh token for a new session answer (protocol 1.6, version 1).
 * A used token brings the active one again when that is its child, is accepted a few seconds long (two tabs at once),
 * and otherwise ends the whole session, because then one of two holders has stolen it.
 * @returns an AuthError instead of throwing it where the ending of the session must be committed.
 */
export async function refreshSession(
  tx: Transaction,
  request: AuthRequest,
  token: string,
): Promise<SessionJson | AuthError> {
  const sessionId = (await findToken(tx, token))?.session_id
  const session = sessionId ? await lockSession(tx, sessionId) : undefined
  const row = await findToken(tx, token)
  if (!row) throw notFound()
  if (!session) throw row.revoked ? alreadyUsed() : notFound()
  await checkSession(tx, request, session)
  const next: Next | AuthError = row.revoked ? await afterUse(tx, request, { row, session, token }) : {}
  if (next instanceof AuthError) return next
  const refreshToken = next.again ?? (await rotate(tx, request, { row, session, token }))
  await tx.query(
    'update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3 where id = $1',
    [session.id, userAgent(request), ipOf(request.clientAddress)],
  )
  return sessionJson(tx, request, { session, method: 'token_refresh', refreshToken })
}

/** Go on with a new child, or with the token that was given out already. */
type Next = { again?: string }
type Presented = { row: RefreshTokenRow; session: SessionRow; token: string }

/** Decides about a token that was used before. */
async function afterUse(
  tx: Transaction,
  { service }: AuthRequest,
  { row, session, token }: Presented,
): Promise<Next | AuthError> {
  const { rows } = await tx.query<RefreshTokenRow>(
    'select * from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [session.id],
  )
  const [active] = rows
  if (active && active.parent === row.token) return { again: deriveToken(service, token, active.salt) }
  const ageS = (Date.now() - row.updated_at.getTime()) / 1000
  if (active && ageS < service.settings.reuseIntervalS) return {}
  await tx.query('update auth.refresh_tokens set revoked = true where session_id = $1', [session.id])
  await tx.query('delete from auth.sessions where id = $1', [session.id])
  return alreadyUsed()
}

async function rotate(tx: Transaction, { service }: AuthRequest, { row, session, token }: Presented): Promise<string> {
  if (!service.settings.rotateRefreshTokens) return token
  await tx.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and not revoked', [
    row.id,
  ])
  return addRefreshToken(tx, service, { userId: row.user_id, sessionId: session.id, parent: token })
}

async function checkSession(tx: Transaction, { service }: AuthRequest, session: SessionRow): Promise<void> {
  const { settings } = service
  const user = await findUser(tx, session.user_id)
  if (!user) throw notFound()
  if (isBanned(user)) throw refused('user_banned', 'User Banned')
  if (hasEnded(session, settings)) throw refused('session_expired', 'Session Expired')
  const lastUsed = (session.refreshed_at ?? session.created_at).getTime()
  if (settings.inactivityS !== undefined && lastUsed + settings.inactivityS * 1000 < Date.now()) {
    throw refused('session_expired', 'Session Expired (Inactivity)')
  }
}

async function findToken(tx: Transaction, token: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await tx.query<RefreshTokenRow>('select * from auth.refresh_tokens where token = $1', [
    sha256(token),
  ])
  return rows[0]
}

async function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  const { rows } = await tx.query<SessionRow>('select * from auth.sessions where id = $1 for update', [id])
  return rows[0]
}

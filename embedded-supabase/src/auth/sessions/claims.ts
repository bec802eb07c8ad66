import type { Transaction } from '../../database/index.ts'
import type { UserRow } from '../accounts/user-row.ts'
import { customClaims } from '../hooks.ts'
import type { Service } from '../service.ts'
import { endOf, type SessionRow } from './session-row.ts'

/** The official client refreshes a token that lives shorter than 90 s at once, so none is issued. */
const SHORTEST_S = 120

type AmrEntry = { method: string; timestamp: number }

/** An access token and how long it lives, in seconds. */
export type AccessToken = { access_token: string; expires_in: number; expires_at: number }

/**
 * Signs the access token of a session (protocol 1.4). It outlives the session's own end by two minutes at most.
 * @throws AuthError of the project's hook.
 */
export async function signAccessToken(
  tx: Transaction,
  service: Service,
  { user, session, method }: { user: UserRow; session: SessionRow; method: string },
): Promise<AccessToken> {
  const iat = Math.floor(Date.now() / 1000)
  const end = endOf(session, service.settings)
  const remainingS = end ? Math.max(SHORTEST_S, Math.floor(end.getTime() / 1000) - iat) : Infinity
  const exp = iat + Math.min(service.settings.accessTokenS, remainingS)
  const claims = {
    iss: service.settings.baseUrl,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp,
    iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: session.aal,
    amr: await methodsOf(tx, session.id),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  const final = await customClaims(tx, service, claims, method)
  const expiresAt = final.exp ?? exp
  return { access_token: await service.jwt.sign(final), expires_in: expiresAt - iat, expires_at: expiresAt }
}

async function methodsOf(tx: Transaction, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await tx.query<AmrEntry>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows
}

/** Notes how the person has proved who they are. */
export async function addMethod(tx: Transaction, sessionId: string, method: string): Promise<void> {
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    [sessionId, method],
  )
}

import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { ownFactor, type SecretFactor } from '../factors/factor.ts'
import { stepOf } from '../factors/totp.ts'
import { limitRequests, limitTries, resetTries } from '../limits.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { isUuid, text } from '../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { addMethod } from '../sessions/claims.ts'
import { addRefreshToken } from '../sessions/refresh-token.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { ipOf, sessionAnswer, sessionJson } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'
import { CHALLENGE_LIFETIME_S } from './challenge-factor.ts'

const schema = z.object({ challenge_id: text, code: text })
type Body = z.output<typeof schema>

/** POST /factors/{id}/verify: a right code lifts the session to aal2; a code works once. */
export const verifyFactor: Endpoint = async (request) => {
  const { service } = request
  const claims = await requireClaims(request)
  await limitRequests(request, 'mfa')
  if (!service.settings.totp.verify_enabled) {
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }
  const body = await readBody(request.request, schema)
  // PostgreSQL reads an id in any case; the counter has it as the row does.
  await limitTries(service, (request.parameters[0] ?? '').toLowerCase(), 'factor')
  const answer = await transact(service, async (tx) => {
    const { user, session } = await loadSignedIn(tx, request, claims)
    const factor = await ownFactor(tx, user.id, request.parameters[0])
    if (!body.code) throw invalid('Code needs to be non-empty')
    await useChallenge(tx, request, factor, body)
    await useCode(tx, factor, body.code)
    await resetTries(tx, factor.id, 'factor')
    return liftSession(tx, request, session, factor)
  })
  return sessionAnswer(answer)
}

async function useChallenge(
  tx: Transaction,
  { clientAddress }: AuthRequest,
  factor: SecretFactor,
  { challenge_id: id }: Body,
): Promise<void> {
  const { rows } = await tx.query<{ verified_at: Date | null; same_address: boolean; expired: boolean }>(
    `select verified_at, ip_address = $3::inet as same_address,
       created_at < now() - make_interval(secs => $4) as expired
       from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [isUuid(id) ? id : null, factor.id, ipOf(clientAddress) ?? '0.0.0.0', CHALLENGE_LIFETIME_S],
  )
  const [challenge] = rows
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verified_at || !challenge.same_address) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (challenge.expired) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id])
}

/** Of two requests with the same code at once, one gets through: the step may only grow. */
async function useCode(tx: Transaction, factor: SecretFactor, code: string): Promise<void> {
  const wrong = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  const step = factor.secret ? stepOf(factor.secret, code) : undefined
  if (step === undefined) throw wrong()
  const { rowCount } = await tx.query(
    `update auth.mfa_factors set status = 'verified', last_totp_step = $2, updated_at = now()
      where id = $1 and (last_totp_step is null or last_totp_step < $2)`,
    [factor.id, step],
  )
  if (rowCount === 0) throw wrong()
}

/** This session becomes aal2; weaker sessions, older refresh tokens and unfinished enrolments of the person end. */
async function liftSession(tx: Transaction, request: AuthRequest, session: SessionRow, factor: SecretFactor) {
  const { rows } = await tx.query<SessionRow>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 returning *`,
    [session.id, factor.id],
  )
  await addMethod(tx, session.id, 'totp')
  const userId = factor.user_id
  await tx.query(
    `delete from auth.refresh_tokens where session_id = $2
       or session_id in (select s.id from auth.sessions s where s.user_id = $1 and s.aal = 'aal1')`,
    [userId, session.id],
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [userId])
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
  const refreshToken = await addRefreshToken(tx, request.service, { userId, sessionId: session.id })
  return sessionJson(tx, request, { session: rows[0] ?? session, method: 'totp', refreshToken })
}

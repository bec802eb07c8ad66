import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { hasVerifiedFactor, reloadUser, type UserRow } from '../accounts/user-row.ts'
import { newTotp } from '../factors/totp.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { transact } from '../transact.ts'

const UNVERIFIED_LIFETIME_S = 300
const schema = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text })

/** POST /factors: begins the enrolment of an authenticator app. */
export const enrollFactor: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  const body = await readBody(request.request, schema)
  const { settings } = request.service
  refuseType(body.factor_type, request)
  const answer = await transact(request.service, async (tx) => {
    const { user: person, session } = await loadSignedIn(tx, request, claims)
    if (person.is_anonymous) {
      throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
    }
    const user = await withoutStaleFactors(tx, session.user_id)
    if (user.factors.length >= settings.maxFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
    }
    if (hasVerifiedFactor(user) && session.aal === 'aal1') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    const name = body.friendly_name
    if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) {
      const message = `A factor with the friendly name "${name}" for this user already exists`
      throw new AuthError(422, 'mfa_factor_name_conflict', message)
    }
    const totp = newTotp(body.issuer || new URL(settings.siteUrl).host, user.email ?? '')
    const id = await insertFactor(tx, user.id, name, totp.secret)
    return { id, type: 'totp', friendly_name: name, totp }
  })
  return Response.json(answer)
}

function refuseType(type: string, { service: { settings } }: AuthRequest): void {
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  if (!settings.totp.enroll_enabled) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
}

/** The user, locked against a second enrolment at the same moment, without enrolments that were given up. */
async function withoutStaleFactors(tx: Transaction, userId: string): Promise<UserRow> {
  await tx.query('select from auth.users where id = $1 for no key update', [userId])
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)`,
    [userId, UNVERIFIED_LIFETIME_S],
  )
  return reloadUser(tx, userId)
}

async function insertFactor(tx: Transaction, userId: string, name: string, secret: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret) values ($1, $2, 'totp', $3) returning id`,
    [userId, name, secret],
  )
  return rows[0]?.id ?? ''
}

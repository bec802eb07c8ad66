import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { completeEmailChange, emailExists } from '../accounts/confirm.ts'
import { requireEmail } from '../accounts/email-address.ts'
import { checkStrength, hashPassword, isPassword, requirePasswords } from '../accounts/password.ts'
import { userJson } from '../accounts/user-json.ts'
import { clearSentTimes, findUserByEmail, hasVerifiedFactor, reloadUser, type UserRow } from '../accounts/user-row.ts'
import { allowDisclosure, limitRequests } from '../limits.ts'
import { mailEmailChange } from '../mails/mailings.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { challenge, json, text } from '../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims, type SignedIn } from '../sessions/authenticate.ts'
import { endSessions } from '../sessions/end.ts'
import { checkChallenge } from '../tokens/flow-state.ts'
import { dropTokens, redeemCode } from '../tokens/one-time.ts'
import { transact } from '../transact.ts'

const FRESH_MS = 24 * 3600 * 1000
const schema = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  nonce: text,
  data: json,
  app_metadata: json,
  ...challenge,
})
type Body = z.output<typeof schema>

/** PUT /user: the person's own password, address and metadata. */
export const updateUser: Endpoint = async (request) => {
  const { database, settings } = request.service
  const claims = await requireClaims(request)
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  checkChallenge(body)
  const email = body.email ? requireEmail(body.email) : ''
  const before = await database.asAuthAdmin((tx) => loadSignedIn(tx, request, claims))
  refuseForbidden(body, email, before)
  const passwordHash = body.password ? await newPasswordHash(body.password, before.user, request) : undefined
  const change = async (tx: Transaction) => {
    const { user, session } = await loadSignedIn(tx, request, claims)
    const isNew = email !== '' && email !== user.email
    const isTaken = isNew && (await findUserByEmail(tx, email)) !== undefined
    if (isTaken && (settings.autoconfirm || (await allowDisclosure(tx, request, email)))) return emailExists()
    if (passwordHash) {
      const isFresh = session.created_at.getTime() > Date.now() - FRESH_MS
      const refused = settings.securePasswordChange && !isFresh && (await redeemNonce(tx, request, user, body.nonce))
      if (refused) return refused
      await changePassword(tx, user.id, session.id, passwordHash)
    }
    if (body.data) await mergeMetadata(tx, user.id, body.data)
    if (isNew) await changeEmail(tx, request, user, { email, isTaken, challenge: body })
    return userJson(await reloadUser(tx, user.id))
  }
  return Response.json(await transact(request.service, change))
}

function refuseForbidden(body: Body, email: string, { user, session }: SignedIn): void {
  if (body.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (body.phone && body.phone.replace(/^\+/, '') !== user.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const touchesLogin = body.password || (email && email !== user.email)
  if (touchesLogin && hasVerifiedFactor(user) && session.aal === 'aal1') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
}

async function newPasswordHash(password: string, user: UserRow, { service }: AuthRequest): Promise<string> {
  requirePasswords(service.settings)
  checkStrength(password, service.settings)
  if (await isPassword(password, user.encrypted_password, service.settings)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password, service.settings)
}

async function redeemNonce(tx: Transaction, { service }: AuthRequest, user: UserRow, nonce: string) {
  if (!nonce) return new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  const typed = { email: user.email ?? '', code: nonce, types: ['reauthentication_token' as const] }
  if (await redeemCode(tx, service, typed)) return undefined
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** A new password ends all other sessions and every link and code that is under way. */
async function changePassword(tx: Transaction, userId: string, sessionId: string, hash: string): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [userId, hash])
  await endSessions(tx, { userId, sessionId, scope: 'others' })
  await dropTokens(tx, userId)
  await clearSentTimes(tx, userId)
}

/** Merges into the metadata; a null takes its key away. */
export async function mergeMetadata(
  tx: Transaction,
  userId: string,
  data: Record<string, unknown>,
  column: 'raw_user_meta_data' | 'raw_app_meta_data' = 'raw_user_meta_data',
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  await tx.query(
    `update auth.users set ${column} = (coalesce(${column}, '{}') || $2::jsonb) - $3::text[], updated_at = now() where id = $1`,
    [userId, JSON.stringify(data), removed],
  )
}

type EmailChange = {
  email: string
  /** Someone has it already, and the caller may not be told: its owner gets no mail, all else goes its way. */
  isTaken: boolean
  challenge: { code_challenge: string; code_challenge_method: string }
}

async function changeEmail(
  tx: Transaction,
  request: AuthRequest,
  user: UserRow,
  { email, isTaken, challenge }: EmailChange,
): Promise<void> {
  const changing = { ...user, email_change: email }
  if (!request.service.settings.autoconfirm) {
    const redirectTo = request.service.redirects.target(request.request, request.url)
    // Before the change is stored, as GoTrue does: a hook that sends mails may refuse it, with words of its own.
    await mailEmailChange(tx, request, changing, { redirectTo, challenge, asked: email, withoutNew: isTaken })
  }
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [user.id, email],
  )
  if (request.service.settings.autoconfirm) await completeEmailChange(tx, changing)
}

import type { Transaction } from '../../../database/index.ts'
import { bannedUntil } from '../../accounts/ban.ts'
import { confirmEmail, emailExists, setEmail } from '../../accounts/confirm.ts'
import { addIdentity } from '../../accounts/create-user.ts'
import { requireEmail } from '../../accounts/email-address.ts'
import { requirePhone } from '../../accounts/phone-number.ts'
import { userJson } from '../../accounts/user-json.ts'
import { findUserByEmail, reloadUser, type UserRow } from '../../accounts/user-row.ts'
import { readBody } from '../../protocol/body.ts'
import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { endSessions } from '../../sessions/end.ts'
import { dropTokens } from '../../tokens/one-time.ts'
import { transact } from '../../transact.ts'
import { mergeMetadata } from '../update-user.ts'
import { passwordHashOf, refuseTakenPhone } from './create-user.ts'
import { pathUser } from './find-user.ts'
import { type UserFields, userFields } from './user-fields.ts'

/** PUT /admin/users/{id}: sets what is given, without mails; a new password ends all sessions. */
export const adminUpdateUser: Endpoint = async (request) => {
  await requireAdmin(request)
  const body = await readBody(request.request, userFields)
  const email = body.email ? requireEmail(body.email) : ''
  const passwordHash = await passwordHashOf(body, request.service)
  const answer = await transact(request.service, async (tx) => {
    const user = await pathUser(tx, request)
    if (email && email !== user.email) {
      if (await findUserByEmail(tx, email)) throw emailExists()
      await setEmail(tx, user, email)
    }
    if (body.email_confirm) await confirmEmail(tx, await reloadUser(tx, user.id))
    if (body.phone) await setPhone(tx, user, body)
    if (passwordHash) await setPassword(tx, user.id, passwordHash)
    await setPlainFields(tx, user.id, body)
    return userJson(await reloadUser(tx, user.id))
  })
  return Response.json(answer)
}

async function setPlainFields(tx: Transaction, userId: string, body: UserFields): Promise<void> {
  if (body.user_metadata) await mergeMetadata(tx, userId, body.user_metadata)
  if (body.app_metadata) await mergeMetadata(tx, userId, body.app_metadata, 'raw_app_meta_data')
  if (body.role)
    await tx.query('update auth.users set role = $2, updated_at = now() where id = $1', [userId, body.role])
  if (body.ban_duration) {
    const until = bannedUntil(body.ban_duration)
    await tx.query('update auth.users set banned_until = $2, updated_at = now() where id = $1', [userId, until])
  }
}

async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [userId, hash])
  await endSessions(tx, { userId, sessionId: userId, scope: 'global' })
  await dropTokens(tx, userId)
}

async function setPhone(tx: Transaction, user: UserRow, body: UserFields): Promise<void> {
  const phone = requirePhone(body.phone)
  if (phone !== user.phone) await refuseTakenPhone(tx, phone)
  await tx.query(
    `update auth.users set phone = $2, updated_at = now(),
       phone_confirmed_at = case when $3 then now() else phone_confirmed_at end where id = $1`,
    [user.id, phone, body.phone_confirm],
  )
  await addIdentity(tx, user.id, 'phone', { sub: user.id, phone, phone_verified: body.phone_confirm })
}

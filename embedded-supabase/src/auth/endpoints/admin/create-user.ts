import type { Transaction } from '../../../database/index.ts'
import { bannedUntil } from '../../accounts/ban.ts'
import { confirmEmail, emailExists } from '../../accounts/confirm.ts'
import { createUser, EmailTaken } from '../../accounts/create-user.ts'
import { requireEmail } from '../../accounts/email-address.ts'
import { checkStrength, hashPassword, requirePasswords } from '../../accounts/password.ts'
import { requirePhone } from '../../accounts/phone-number.ts'
import { userJson } from '../../accounts/user-json.ts'
import { reloadUser } from '../../accounts/user-row.ts'
import { readBody } from '../../protocol/body.ts'
import { AuthError, invalid } from '../../protocol/errors.ts'
import { isUuid } from '../../protocol/fields.ts'
import type { Endpoint, Service } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { transact } from '../../transact.ts'
import { type UserFields, userFields } from './user-fields.ts'

/** A bcrypt hash whose cost does not stop the server. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** POST /admin/users. */
export const adminCreateUser: Endpoint = async (request) => {
  await requireAdmin(request)
  const body = await readBody(request.request, userFields)
  if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone')
  if (body.id && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format')
  const user = {
    id: body.id || undefined,
    email: body.email ? requireEmail(body.email) : undefined,
    phone: body.phone ? requirePhone(body.phone) : undefined,
    passwordHash: await passwordHashOf(body, request.service),
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
    role: body.role || undefined,
  }
  const bannedTo = body.ban_duration ? bannedUntil(body.ban_duration) : null
  const answer = await transact(request.service, async (tx) => {
    if (user.phone) await refuseTakenPhone(tx, user.phone)
    const created = await createUser(tx, user).catch((error: unknown) => {
      throw error instanceof EmailTaken ? emailExists() : error
    })
    // GoTrue writes what was asked for, whatever a trigger made of it while the address was not confirmed.
    if (body.email_confirm && user.email) await confirmEmail(tx, created, body.user_metadata ?? {})
    await tx.query(
      `update auth.users set banned_until = $2, phone_confirmed_at = case when $3 then now() end where id = $1`,
      [created.id, bannedTo, Boolean(body.phone_confirm && user.phone)],
    )
    const { confirmed_at: _, ...answer } = userJson(await reloadUser(tx, created.id))
    return answer
  })
  return Response.json(answer)
}

/**
 * The hash of the password that an administrator sets, or the bcrypt hash they brought along.
 * @throws AuthError weak_password, validation_failed.
 */
export async function passwordHashOf(body: UserFields, { settings }: Service): Promise<string | undefined> {
  if (body.password || body.password_hash) requirePasswords(settings)
  if (body.password && body.password_hash) throw invalid('Only a password or a password hash should be provided')
  if (body.password_hash) {
    if (!BCRYPT.test(body.password_hash)) throw invalid('invalid password hash')
    return body.password_hash
  }
  if (!body.password) return undefined
  checkStrength(body.password, settings)
  return hashPassword(body.password, settings)
}

/** @throws AuthError phone_exists. */
export async function refuseTakenPhone(tx: Transaction, phone: string): Promise<void> {
  const { rowCount } = await tx.query('select from auth.users where phone = $1', [phone])
  if (rowCount > 0) {
    throw new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
  }
}

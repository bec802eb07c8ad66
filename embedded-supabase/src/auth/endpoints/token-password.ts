import { z } from 'zod'
import { normaliseEmail } from '../accounts/email-address.ts'
import { checkStrength, isPassword, requirePasswords } from '../accounts/password.ts'
import { findUserByEmail, findUserByPhone, isBanned } from '../accounts/user-row.ts'
import { limitTries, resetTries } from '../limits.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { Endpoint, Service } from '../service.ts'
import { sessionAnswer, signIn } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'

const schema = z.object({ email: text, phone: text, password: text })

/** grant_type=password: one answer for unknown users, users without a password and wrong passwords. */
export const grantPassword: Endpoint = async (request) => {
  const { service } = request
  const body = await readBody(request.request, schema)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (!body.email && !body.phone) throw invalid('missing email or phone')
  if (body.phone && !service.settings.phonePasswords) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (body.email) requirePasswords(service.settings)
  const login = body.email ? normaliseEmail(body.email) : body.phone.replace(/^\+|\s/g, '')
  await limitTries(service, login ?? '', 'password')
  const find = body.email ? findUserByEmail : findUserByPhone
  const user = login ? await service.database.asAuthAdmin((tx) => find(tx, login)) : undefined
  if (!(await isPassword(body.password, user?.encrypted_password, service.settings)) || !user || !login) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (body.email && !user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  const session = await transact(service, async (tx) => {
    await resetTries(tx, login, 'password')
    return signIn(tx, request, user.id, 'password')
  })
  return sessionAnswer({ ...session, ...weakness(body.password, service) })
}

/** Tells someone whose password was set under weaker rules. */
function weakness(password: string, { settings }: Service): object {
  try {
    checkStrength(password, settings)
    return {}
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'weak_password') return {}
    return { weak_password: { message: error.message, ...(error.extra.weak_password as object) } }
  }
}

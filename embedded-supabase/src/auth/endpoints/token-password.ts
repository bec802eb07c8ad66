import { z } from 'zod'
import { normaliseEmail } from '../accounts/email-address.ts'
import { checkStrength, isPassword } from '../accounts/password.ts'
import { findUserByEmail, isBanned } from '../accounts/user-row.ts'
import { forgetTries, limitTries } from '../limits.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { Endpoint, Service } from '../service.ts'
import { signIn } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'

const schema = z.object({ email: text, phone: text, password: text })

/** grant_type=password: one answer for unknown users, users without a password and wrong passwords. */
export const grantPassword: Endpoint = async (request) => {
  const { service } = request
  const body = await readBody(request.request, schema)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (!body.email && !body.phone) throw invalid('missing email or phone')
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const email = normaliseEmail(body.email) ?? ''
  await limitTries(service, email, 'password')
  const user = email ? await service.database.asAuthAdmin((tx) => findUserByEmail(tx, email)) : undefined
  if (!(await isPassword(body.password, user?.encrypted_password)) || !user) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  const session = await transact(service, async (tx) => {
    await forgetTries(tx, email, 'password')
    return signIn(tx, request, user.id, 'password')
  })
  return Response.json({ ...session, ...weakness(body.password, service) })
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

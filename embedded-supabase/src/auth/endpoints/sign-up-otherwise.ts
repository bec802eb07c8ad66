import { createUser } from '../accounts/create-user.ts'
import { hashPassword } from '../accounts/password.ts'
import { requirePhone } from '../accounts/phone-number.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthRequest } from '../service.ts'
import { signIn } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'

/**
 * A user without any address, signed in at once; off unless configured.
 * @throws AuthError anonymous_provider_disabled.
 */
export async function signUpAnonymously(
  request: AuthRequest,
  userMetadata: Record<string, unknown>,
): Promise<Response> {
  if (!request.service.settings.anonymousEnabled) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const session = await transact(request.service, async (tx) => {
    const user = await createUser(tx, { userMetadata, isAnonymous: true })
    return signIn(tx, request, user.id, 'anonymous')
  })
  return Response.json(session)
}

/**
 * A user with a phone number and a password, confirmed without a text message; off unless configured.
 * @throws AuthError phone_provider_disabled, user_already_exists.
 */
export async function signUpByPhone(
  request: AuthRequest,
  wanted: { phone: string; password: string; data: Record<string, unknown> },
): Promise<Response> {
  if (!request.service.settings.phonePasswords) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  }
  const phone = requirePhone(wanted.phone)
  const passwordHash = await hashPassword(wanted.password, request.service.settings)
  const session = await transact(request.service, async (tx) => {
    const { rowCount } = await tx.query('select from auth.users where phone = $1', [phone])
    if (rowCount > 0) throw new AuthError(422, 'user_already_exists', 'User already registered')
    const user = await createUser(tx, { phone, passwordHash, userMetadata: wanted.data, selfRegistered: true })
    await tx.query('update auth.users set phone_confirmed_at = now() where id = $1', [user.id])
    return signIn(tx, request, user.id, 'password')
  })
  return Response.json(session)
}

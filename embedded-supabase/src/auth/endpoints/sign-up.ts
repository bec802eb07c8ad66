import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { confirmEmail } from '../accounts/confirm.ts'
import { createUser, EmailTaken } from '../accounts/create-user.ts'
import { requireEmail } from '../accounts/email-address.ts'
import { checkStrength, dropUnprovedPassword, hashOfNew, isPassword } from '../accounts/password.ts'
import { pendingUser } from '../accounts/pending-user.ts'
import { findUserByEmail } from '../accounts/user-row.ts'
import { beforeUserCreated } from '../hooks.ts'
import { allowDisclosure, disclosureAllowed, limitRequests } from '../limits.ts'
import { chargeAsMailed, permitMailing, sendToken } from '../mails/mailings.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { challenge, json, text } from '../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { signIn } from '../sessions/sign-in.ts'
import { type Challenge, checkChallenge } from '../tokens/flow-state.ts'
import { transact } from '../transact.ts'
import { signUpAnonymously, signUpByPhone } from './sign-up-otherwise.ts'

const schema = z.object({ email: text, phone: text, password: text, data: json, ...challenge })

/** POST /signup: a new user with a password; known and unknown addresses look alike (protocol 1.5). */
export const signUp: Endpoint = async (request) => {
  const { settings, redirects, answerFloorMs } = request.service
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  const isAnonymous = !body.email && !body.phone
  if (!isAnonymous || settings.anonymousEnabled) refuseClosed(request)
  if (isAnonymous) return signUpAnonymously(request, body.data ?? {})
  if (!body.password) throw invalid('Signup requires a valid password')
  checkStrength(body.password, settings)
  checkChallenge(body)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on signup.')
  if (body.phone) return signUpByPhone(request, { ...body, data: body.data ?? {} })
  refuseEmailSignup(request)
  const candidate = {
    email: requireEmail(body.email),
    userMetadata: body.data ?? {},
    password: body.password,
    passwordHash: await hashOfNew(body.password, settings),
    redirectTo: redirects.target(request.request, request.url),
    challenge: body as Challenge,
  }
  return Response.json(
    await withMinimumDuration(settings.autoconfirm ? 0 : answerFloorMs, () => register(request, candidate)),
  )
}

/**
 * Refuses every way to a new account while sign-ups are closed.
 * @throws AuthError signup_disabled.
 */
export function refuseClosed({ service: { settings } }: AuthRequest): void {
  if (!settings.signupEnabled) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** @throws AuthError email_provider_disabled. */
export function refuseEmailSignup({ service: { settings } }: AuthRequest): void {
  if (!settings.emailSignupEnabled) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
  }
}

export type Registration = {
  email: string
  userMetadata: Record<string, unknown>
  password?: string
  passwordHash?: string | undefined
  redirectTo: string
  challenge: Challenge
}

/** Registers; when another request registers the same address at the same moment, as if it had been there before. */
async function register(request: AuthRequest, candidate: Registration): Promise<object> {
  const once = async () => {
    const allowed = await beforeUserCreated(request, candidate)
    return transact(request.service, (tx) => registerIn(tx, request, candidate, allowed))
  }
  return once().catch((error: unknown) => {
    if (error instanceof EmailTaken) return once()
    throw error
  })
}

async function registerIn(
  tx: Transaction,
  request: AuthRequest,
  candidate: Registration,
  allowed: boolean,
): Promise<object> {
  const { settings } = request.service
  const existing = await findUserByEmail(tx, candidate.email)
  if (existing && settings.autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered')
  if (existing?.email_confirmed_at) {
    if (await allowDisclosure(tx, request, candidate.email)) return fakeUser(candidate)
    await chargeAsMailed(tx, request, candidate.email)
    return pendingUser(tx, request, candidate, existing)
  }
  // The mail that comes now is no longer the one of the first sign-up alone.
  const first = existing?.encrypted_password
  if (first && !(await isPassword(candidate.password ?? '', first, settings))) await dropUnprovedPassword(tx, existing)
  if (settings.autoconfirm) {
    const confirmed = await newUser(tx, candidate, allowed)
    await confirmEmail(tx, confirmed)
    return signIn(tx, request, confirmed.id, 'password')
  }
  const requested = { email: candidate.email, isConfirmed: false, disclosesTo: 'a few' } as const
  const permit = await permitMailing(tx, request, 'confirmation', requested)
  if (!permit.sends) return permit.reason ?? pendingUser(tx, request, candidate, existing)
  const user = existing ?? (await newUser(tx, candidate, allowed))
  const traceable = await disclosureAllowed(tx, request, candidate.email)
  await sendToken(tx, request, 'confirmation', user, { ...candidate, traceable, permit })
  return pendingUser(tx, request, candidate, user)
}

/**
 * Creates the user of a sign-up that the project's hook allowed.
 * @throws EmailTaken, also when the hook was not asked because the address had a user a moment ago; AuthError.
 */
export async function newUser(tx: Transaction, candidate: Registration, allowed: boolean) {
  const { email, userMetadata, passwordHash } = candidate
  if (!allowed) throw new EmailTaken()
  return createUser(tx, { email, userMetadata, passwordHash, selfRegistered: true })
}

/** What a caller who may be told gets for the address of someone else: a user that exists nowhere, and has no identity. */
function fakeUser({ email, userMetadata }: Registration) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

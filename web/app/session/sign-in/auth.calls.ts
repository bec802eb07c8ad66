import type { GoTrueClient as AuthClient, AuthResponse, Session, User } from '@supabase/auth-js'
import {
  beginWaiting,
  endWaiting,
  type MailKey,
  type MailWait,
  newMailKey,
  rememberMailRequest,
  returnQuery,
} from '~/session/callback/mail-requests'
import { beginRegistration, type Registration } from '~/session/registration/registrations.calls'
import { loadAuthClient } from '~/session/tokens/auth-client'
import { verifyMailedCode } from '~/session/tokens/mailed-code.calls'
import { paths } from '~/shared/config/paths'
import { AppError, detailsOf, toAppError } from '~/shared/errors/errors'

/** Whose phone it is, as far as may be told [3-22]. */
export type PhoneConflict = { phoneNumber: string; currentEmail: string; existingEmail: string }

/** The phone belongs to another account; `existingEmail` arrives masked. */
export class PhoneConflictError extends AppError {
  constructor(readonly conflict: PhoneConflict) {
    super('PHONE_ALREADY_EXISTS')
  }
}

/** Kinds of one-time links that arrive by mail. */
export type LinkType = 'signup' | 'magiclink' | 'email' | 'recovery' | 'invite' | 'email_change'

/** The account action that a link is for, as the page names it before anything is redeemed. */
export type LinkPurpose = 'signup' | 'signin' | 'verification'

const SIGNUP_LINK = new Set<LinkType>(['signup', 'magiclink'])

/**
 * Asks for an account [7-02]; a mail with a link and a code follows. What was said waits for them, since only they show
 * whose address it is ([4-06]).
 * @returns the secret with which this browser may ask what became of the mail.
 * @throws PhoneConflictError when the phone is taken; AppError otherwise (USER_ALREADY_EXISTS for a confirmed address [4-05]).
 */
export async function registerStudent(registration: Registration, returnTo: string): Promise<string> {
  if (!registration.privacyConsent || !registration.termsConsent) throw new AppError('PRIVACY_CONSENT_REQUIRED')
  if (!registration.phoneNumber.trim()) throw new AppError('PHONE_NUMBER_REQUIRED')
  const { email } = registration
  const { key, hash } = await newMailKey()
  await beginRegistration(hash, registration).catch((cause: unknown) => {
    throw phoneConflict(cause, registration) ?? toAppError(cause)
  })
  const address = rememberedAddress('signup', email, returnTo, hash)
  const { data, error } = await call((auth) =>
    auth.signUp({
      email,
      password: throwawayPassword(),
      options: { emailRedirectTo: address, data: studentMetadata(registration) },
    }),
  )
  if (error) throw phoneConflict(error, registration) ?? toAppError(error)
  if (data.user?.identities?.length === 0) throw new AppError('USER_ALREADY_EXISTS')
  beginWaiting({ key, hash }, 'signup')
  return key
}

/**
 * Asks for a login link [7-03]; creates no account [5-09].
 * @param waits which page waits for it.
 * @returns the secret with which this browser may ask what became of the mail.
 * @throws AppError, USER_NOT_FOUND for an unknown address [5-08]
 */
export function sendLoginLink(email: string, returnTo: string, waits: MailWait = 'signin'): Promise<string> {
  return sendLink('signin', email, returnTo, waits)
}

/**
 * Asks for a link that verifies the address of the signed-in student [2.8-02].
 * @returns the secret with which this browser may ask what became of the mail. @throws AppError
 */
export function sendVerificationLink(email: string): Promise<string> {
  return sendLink('verification', email, paths.verifyEmail)
}

async function sendLink(purpose: LinkPurpose, email: string, returnTo: string, waits?: MailWait): Promise<string> {
  const { address, ...mail } = await callbackAddress(purpose, email, returnTo)
  const { error } = await call((auth) =>
    auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: address } }),
  )
  if (error) throw toAppError(error)
  if (waits) beginWaiting(mail, waits)
  return mail.key
}

/** Redeems the token of a mailed link [7-07]. @throws AppError */
export function redeemLink(tokenHash: string, type: LinkType): Promise<User> {
  return redeem((auth) => auth.verifyOtp({ token_hash: tokenHash, type: SIGNUP_LINK.has(type) ? 'email' : type }))
}

/** Redeems the code of a mail, typed where the person waits. @throws AppError, INVALID_CREDENTIALS for a wrong or old code */
export function redeemCode(email: string, code: string): Promise<User> {
  return redeem((auth) => verifyMailedCode(auth, { email, code }, 'email'))
}

/** Takes over a session that a link carried in the address, after the person agreed. @throws AppError */
export async function adoptSession(accessToken: string, refreshToken: string): Promise<User> {
  const { data, error } = await call((auth) =>
    auth.setSession({ access_token: accessToken, refresh_token: refreshToken }),
  )
  if (error || !data.user) throw toAppError(error)
  return data.user
}

/** Exchanges a code for a session, given the full address [7-07]. @throws AppError */
export async function exchangeCode(url: string): Promise<User> {
  const { data, error } = await call((auth) => auth.exchangeCodeForSession(url))
  if (error) throw toAppError(error)
  return data.user
}

/** The session of this browser, refreshed when it is about to end; null without one [7-06]. @throws AppError */
export async function currentSession(): Promise<Session | null> {
  const { data, error } = await call((auth) => auth.getSession())
  if (error) throw toAppError(error)
  return data.session
}

/** Loads the auth client ahead of the first call; it also hears of a sign-in in another tab. */
export const loadAuth = (): void => void loadAuthClient().catch(() => undefined)

/** Asks the server for a new access token [7-06]. @throws AppError when the session has ended */
export async function refreshSession(): Promise<void> {
  const { error } = await call((auth) => auth.refreshSession())
  if (error) throw toAppError(error)
}

/** Asks the server who is signed in, so that a revoked session is noticed [7-06]. @throws AppError */
export async function currentUser(): Promise<User> {
  const { data, error } = await call((auth) => auth.getUser())
  if (error) throw toAppError(error)
  return data.user
}

async function redeem(verify: (auth: AuthClient) => Promise<AuthResponse>): Promise<User> {
  const { data, error } = await call(verify)
  if (error) throw toAppError(error)
  if (!data.user) throw new AppError('UNKNOWN_ERROR')
  endWaiting()
  return data.user
}

async function call<T>(request: (auth: AuthClient) => Promise<T>): Promise<T> {
  try {
    return await request(await loadAuthClient())
  } catch (cause) {
    throw toAppError(cause)
  }
}

function studentMetadata(registration: Registration) {
  return {
    first_name: registration.firstName,
    last_name: registration.lastName,
    phone_number: registration.phoneNumber,
    marketing_consent: registration.marketingConsent,
    privacy_consent: registration.privacyConsent,
    terms_consent: registration.termsConsent,
    user_type: 'student',
  }
}

/** Where the mailed link leads: our own page, told whose wish it was and what for. Its nonce is the hash of a secret. */
export async function callbackAddress(
  purpose: LinkPurpose | 'email_change',
  email: string,
  returnTo: string,
): Promise<MailKey & { address: string }> {
  const { key, hash } = await newMailKey()
  return { key, hash, address: rememberedAddress(purpose, email, returnTo, hash) }
}

function rememberedAddress(
  purpose: LinkPurpose | 'email_change',
  email: string,
  returnTo: string,
  hash: string,
): string {
  rememberMailRequest(email, returnTo, Date.now(), hash, purpose === 'signup')
  return `${window.location.origin}${paths.authCallback}${returnQuery(hash, purpose)}`
}

/** Nobody ever types it: signing in goes by mail [4-07]. */
function throwawayPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function phoneConflict(cause: unknown, registration: Registration): PhoneConflictError | null {
  const error = toAppError(cause)
  if (error.code !== 'PHONE_ALREADY_EXISTS') return null
  const masked = /"existingEmail"\s*:\s*"([^"]*)"/.exec(detailsOf(error))?.[1] ?? ''
  return new PhoneConflictError({
    phoneNumber: registration.phoneNumber,
    currentEmail: registration.email,
    existingEmail: masked,
  })
}

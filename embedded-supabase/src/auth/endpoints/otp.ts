import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { confirmEmail } from '../accounts/confirm.ts'
import { EmailTaken } from '../accounts/create-user.ts'
import { normaliseEmail, requireEmail } from '../accounts/email-address.ts'
import { dropUnprovedPassword } from '../accounts/password.ts'
import { isPhone, requirePhone } from '../accounts/phone-number.ts'
import { findUserByEmail, isBanned, reloadUser, type UserRow } from '../accounts/user-row.ts'
import { beforeUserCreated } from '../hooks.ts'
import { allowDisclosure, disclosureAllowed, limitRequests } from '../limits.ts'
import { chargeAsMailed, permitMailing, sendToken } from '../mails/mailings.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { challenge, json, text } from '../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { type Challenge, checkChallenge } from '../tokens/flow-state.ts'
import { transact } from '../transact.ts'
import { newUser, type Registration, refuseClosed, refuseEmailSignup } from './sign-up.ts'

const schema = z.object({ email: text, phone: text, create_user: z.boolean().nullish(), data: json, ...challenge })
type Body = z.output<typeof schema>

/** POST /otp: mails a link and a code; an unknown address becomes a user unless `create_user` is false. */
export const requestOtp: Endpoint = async (request) => {
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  if (body.create_user === false && !mayHaveAccount(body)) throw otpDisabled()
  return mailOtp(request, body)
}

/** POST /magiclink: the older form of {@link requestOtp}, for addresses only. */
export const requestMagicLink: Endpoint = async (request) => {
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  if (!body.email) throw new AuthError(422, 'validation_failed', 'Password recovery requires an email')
  return mailOtp(request, body)
}

const otpDisabled = () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')

/** What is no address and no number has no account; that is answered before its form is refused. */
const mayHaveAccount = ({ email, phone }: Body): boolean =>
  (!email || normaliseEmail(email) !== undefined) && (!phone || isPhone(phone))

async function mailOtp(request: AuthRequest, body: Body): Promise<Response> {
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (!body.email && !body.phone) throw invalid('One of email or phone must be set')
  checkChallenge(body)
  if (body.phone) {
    requirePhone(body.phone)
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const wanted = {
    email: requireEmail(body.email),
    userMetadata: body.data ?? {},
    redirectTo: request.service.redirects.target(request.request, request.url),
    challenge: body as Challenge,
  }
  const createUser = body.create_user ?? true
  const { signupEnabled, emailSignupEnabled } = request.service.settings
  const once = async () => {
    const allowed = createUser && signupEnabled && emailSignupEnabled && (await beforeUserCreated(request, wanted))
    await transact(request.service, (tx) => send(tx, request, wanted, { createUser, allowed }))
  }
  await withMinimumDuration(request.service.answerFloorMs, () =>
    once().catch((error: unknown) => {
      if (error instanceof EmailTaken) return once()
      throw error
    }),
  )
  return Response.json({})
}

/** Sends the mail; returned errors are thrown after the commit, because they were counted. */
async function send(
  tx: Transaction,
  request: AuthRequest,
  wanted: Registration,
  { createUser, allowed }: { createUser: boolean; allowed: boolean },
): Promise<AuthError | undefined> {
  const existing = await findUserByEmail(tx, wanted.email)
  const refusal = refusalFor(existing, createUser)
  if (refusal) {
    if (await allowDisclosure(tx, request, wanted.email)) return refusal
    await chargeAsMailed(tx, request, wanted.email)
    return undefined
  }
  if (!existing) {
    refuseClosed(request)
    refuseEmailSignup(request)
  }
  if (existing) await dropUnprovedPassword(tx, existing)
  const { autoconfirm } = request.service.settings
  const isConfirmed = autoconfirm || Boolean(existing?.email_confirmed_at)
  const mailing = isConfirmed ? 'magicLink' : 'confirmation'
  const permit = await permitMailing(tx, request, mailing, { email: wanted.email, isConfirmed, disclosesTo: 'a few' })
  if (!permit.sends) return permit.reason
  const user = existing ?? (await newUser(tx, wanted, allowed))
  if (autoconfirm) await confirmEmail(tx, user)
  const traceable = await disclosureAllowed(tx, request, wanted.email)
  await sendToken(tx, request, mailing, await reloadUser(tx, user.id), { ...wanted, traceable, permit })
  return undefined
}

/** Why an address gets no link. A closed account gets no mail: its link would be refused all the same. */
function refusalFor(existing: UserRow | undefined, createUser: boolean): AuthError | undefined {
  if (existing) return isBanned(existing) ? new AuthError(403, 'user_banned', 'User is banned') : undefined
  return createUser ? undefined : otpDisabled()
}

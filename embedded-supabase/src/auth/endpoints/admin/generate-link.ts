import { z } from 'zod'
import type { Transaction } from '../../../database/index.ts'
import { emailExists } from '../../accounts/confirm.ts'
import { createUser, EmailTaken } from '../../accounts/create-user.ts'
import { requireEmail } from '../../accounts/email-address.ts'
import { checkStrength, dropUnprovedPassword, hashOfNew } from '../../accounts/password.ts'
import { userJson } from '../../accounts/user-json.ts'
import { findUserByEmail, reloadUser, type UserRow } from '../../accounts/user-row.ts'
import { beforeUserCreated, type Candidate } from '../../hooks.ts'
import { confirmationUrl, type LinkType } from '../../mails/send.ts'
import { readBody } from '../../protocol/body.ts'
import { AuthError, invalid } from '../../protocol/errors.ts'
import { json, text } from '../../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { issueToken, type TokenType } from '../../tokens/one-time.ts'
import { transact } from '../../transact.ts'
import { mergeMetadata } from '../update-user.ts'
import { findOrInvite } from './invite.ts'

const TYPES = ['signup', 'magiclink', 'recovery', 'invite', 'email_change_current', 'email_change_new'] as const
/** Those that make a user where there is none. */
const CREATING = ['signup', 'magiclink', 'invite']
const schema = z.object({ type: text, email: text, new_email: text, password: text, data: json, redirect_to: text })
type Body = z.output<typeof schema> & { passwordHash: string | undefined }
type Target = { user: UserRow; type: string; token: TokenType; link: LinkType; address: string; isNew?: boolean }

/** POST /admin/generate_link: makes the link and the code of a mail without sending it. */
export const generateLink: Endpoint = async (request) => {
  await requireAdmin(request)
  const { service } = request
  const body = await readBody(request.request, schema)
  if (!TYPES.some((type) => type === body.type)) throw invalid(`Invalid email action link type requested: ${body.type}`)
  const email = requireEmail(body.email)
  const passwordHash = body.type === 'signup' ? await signupPassword(body.password, request) : undefined
  const redirectTo = service.redirects.target(request.request, request.url, body.redirect_to)
  const candidate = { email, userMetadata: body.data ?? {} }
  const allowed = CREATING.includes(body.type) && (await beforeUserCreated(request, candidate))
  const answer = await transact(service, async (tx) => {
    const target = await prepare(tx, candidate, { ...body, passwordHash }, allowed)
    const { user, token: type, address } = target
    const { token, code } = await issueToken(tx, service, { userId: user.id, type, email: address })
    const answered = userJson(await reloadUser(tx, user.id))
    return {
      ...answered,
      // As GoTrue answers: what was asked for, also where a trigger keeps less of it.
      user_metadata: target.isNew ? candidate.userMetadata : answered.user_metadata,
      action_link: confirmationUrl(service, token, target.link, redirectTo),
      email_otp: code,
      hashed_token: token,
      verification_type: target.type,
      redirect_to: redirectTo,
    }
  })
  return Response.json(answer)
}

async function signupPassword(password: string, { service }: AuthRequest): Promise<string | undefined> {
  if (!password) throw invalid('Signup requires a valid password')
  checkStrength(password, service.settings)
  return hashOfNew(password, service.settings)
}

async function prepare(tx: Transaction, candidate: Candidate, body: Body, allowed: boolean): Promise<Target> {
  const { email } = candidate
  const confirmation = { token: 'confirmation_token', address: email } as const
  const existing = await findUserByEmail(tx, email)
  if (body.type === 'invite') {
    const user = await findOrInvite(tx, candidate, allowed)
    return { ...confirmation, user, type: 'invite', link: 'invite', isNew: !existing }
  }
  if (body.type === 'signup' || (body.type === 'magiclink' && !existing)) {
    const user = await signUpForLink(tx, existing, candidate, { allowed, passwordHash: body.passwordHash })
    return { ...confirmation, user, type: 'signup', link: 'signup', isNew: !existing }
  }
  if (!existing) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (body.type === 'magiclink' || body.type === 'recovery') {
    return { user: existing, type: body.type, token: 'recovery_token', link: body.type, address: email }
  }
  return changeForLink(tx, existing, email, body)
}

async function signUpForLink(
  tx: Transaction,
  existing: UserRow | undefined,
  { email, userMetadata }: Candidate,
  { allowed, passwordHash }: { allowed: boolean; passwordHash: string | undefined },
): Promise<UserRow> {
  if (existing?.email_confirmed_at) throw emailExists()
  if (existing) {
    await dropUnprovedPassword(tx, existing)
    await mergeMetadata(tx, existing.id, userMetadata)
    return existing
  }
  if (!allowed) throw emailExists()
  return createUser(tx, { email, userMetadata, passwordHash }).catch((error: unknown) => {
    throw error instanceof EmailTaken ? emailExists() : error
  })
}

async function changeForLink(tx: Transaction, user: UserRow, email: string, body: Body): Promise<Target> {
  const newEmail = requireEmail(body.new_email)
  if (await findUserByEmail(tx, newEmail)) throw emailExists()
  if (user.email_change !== newEmail) {
    await tx.query(
      'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1',
      [user.id, newEmail],
    )
  }
  const isNew = body.type === 'email_change_new'
  const token = isNew ? 'email_change_token_new' : 'email_change_token_current'
  return { user, type: body.type, token, link: 'email_change', address: isNew ? newEmail : email }
}

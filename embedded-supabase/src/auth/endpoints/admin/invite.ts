import { z } from 'zod'
import type { Transaction } from '../../../database/index.ts'
import { emailExists } from '../../accounts/confirm.ts'
import { createUser, EmailTaken } from '../../accounts/create-user.ts'
import { requireEmail } from '../../accounts/email-address.ts'
import { dropUnprovedPassword } from '../../accounts/password.ts'
import { userJson } from '../../accounts/user-json.ts'
import { findUserByEmail, reloadUser, type UserRow } from '../../accounts/user-row.ts'
import { beforeUserCreated, type Candidate } from '../../hooks.ts'
import { mailToken } from '../../mails/mailings.ts'
import { readBody } from '../../protocol/body.ts'
import { json, text } from '../../protocol/fields.ts'
import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { transact } from '../../transact.ts'

const schema = z.object({ email: text, data: json, redirect_to: text })

/** POST /invite: makes a user and mails the invitation; again for one who has not accepted yet. */
export const invite: Endpoint = async (request) => {
  await requireAdmin(request)
  const body = await readBody(request.request, schema)
  const email = requireEmail(body.email)
  const redirectTo = request.service.redirects.target(request.request, request.url, body.redirect_to)
  const candidate = { email, userMetadata: body.data ?? {} }
  const allowed = await beforeUserCreated(request, candidate)
  const answer = await transact(request.service, async (tx) => {
    const user = await findOrInvite(tx, candidate, allowed)
    const refused = await mailToken(tx, request, 'invite', user, { redirectTo, disclosesTo: 'anyone' })
    if (refused) throw refused
    return userJson(await reloadUser(tx, user.id))
  })
  return Response.json(answer)
}

/**
 * The unconfirmed user of the address, made when there is none.
 * @param allowed what {@link beforeUserCreated} answered
 * @throws AuthError email_exists when the address was confirmed, or had a user when the hook was to be asked.
 */
export async function findOrInvite(
  tx: Transaction,
  { email, userMetadata }: Candidate,
  allowed: boolean,
): Promise<UserRow> {
  const existing = await findUserByEmail(tx, email)
  if (existing?.email_confirmed_at) throw emailExists()
  if (existing) {
    await dropUnprovedPassword(tx, existing)
    await tx.query('update auth.users set invited_at = now(), updated_at = now() where id = $1', [existing.id])
    return existing
  }
  if (!allowed) throw emailExists()
  return createUser(tx, { email, userMetadata, invited: true }).catch((error: unknown) => {
    throw error instanceof EmailTaken ? emailExists() : error
  })
}

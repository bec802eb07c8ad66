import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../database/index.ts'
import { isDatabaseError } from '../errors.ts'
import type { Claims } from '../jwt.ts'
import { userJson } from './accounts/user-json.ts'
import { findUserByEmail, type UserRow } from './accounts/user-row.ts'
import { functionAt } from './function-uri.ts'
import { disclosureAllowed } from './limits.ts'
import { AuthError } from './protocol/errors.ts'
import { fromRaisedError } from './raised-error.ts'
import type { AuthRequest, Service } from './service.ts'
import type { Secrets } from './tokens/one-time.ts'
import { transact } from './transact.ts'
import { userAgent } from './user-agent.ts'

const TIMEOUT_MS = 2000

const refusal = z.object({
  error: z.object({ http_code: z.number().int().optional(), message: z.string().optional() }).nullish(),
})
const claimsAnswer = z.object({
  claims: z.looseObject({
    aud: z.union([z.string(), z.array(z.string())]),
    exp: z.number().int(),
    iat: z.number().int(),
    sub: z.string(),
    role: z.string(),
    aal: z.string(),
    session_id: z.string(),
    email: z.string(),
    phone: z.string(),
    is_anonymous: z.boolean(),
  }),
})

/** The candidate of a sign-up, as the hook sees it. */
export type Candidate = { email: string; userMetadata: Record<string, unknown> }

/**
 * Asks the project's hook whether this user may be created, unless the address has a user already. To be called before
 * the transaction that creates: the hook has one of its own, so that what it wrote stays when its answer is a refusal.
 * A caller who may not be told of more addresses gets the hook's refusals for known ones too, or they would tell.
 * @returns whether a user of that address may be created now.
 * @throws AuthError what the hook answered or raised.
 */
export async function beforeUserCreated(request: AuthRequest, candidate: Candidate): Promise<boolean> {
  const { service } = request
  const hook = service.config.auth.hook.before_user_created
  if (!hook?.enabled) return true
  return transact(service, async (tx) => {
    const isKnown = (await findUserByEmail(tx, candidate.email)) !== undefined
    if (isKnown && (await disclosureAllowed(tx, request, candidate.email))) return false
    const answer = await callHook(tx, hook.uri, eventOf(request, candidate))
    return answer instanceof AuthError ? answer : !isKnown
  })
}

const metadataOf = ({ clientAddress }: AuthRequest, name: string) => ({
  uuid: randomUUID(),
  time: new Date().toISOString(),
  ip_address: clientAddress,
  name,
})

function eventOf(request: AuthRequest, candidate: Candidate): object {
  const now = new Date().toISOString()
  return {
    metadata: metadataOf(request, 'before-user-created'),
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: '',
      email: candidate.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: candidate.userMetadata,
      identities: [],
      created_at: now,
      updated_at: now,
      is_anonymous: false,
    },
  }
}

/**
 * Lets the project's hook change the claims of an access token.
 * @throws AuthError what the hook answered or raised; 500 when its claims lack what a token needs.
 */
export async function customClaims(tx: Transaction, service: Service, claims: Claims, method: string): Promise<Claims> {
  const hook = service.config.auth.hook.custom_access_token
  if (!hook?.enabled) return claims
  const event = { user_id: claims.sub, claims, authentication_method: method }
  const answer = await callHook(tx, hook.uri, event)
  if (answer instanceof AuthError) throw answer
  const changed = claimsAnswer.safeParse(answer)
  if (changed.success) return changed.data.claims
  const why = z.prettifyError(changed.error)
  throw new AuthError(500, 'unexpected_failure', `output claims do not conform to the expected schema: ${why}`)
}

/** What the project is asked to send: one mail, or for a change of address one for each of the two. */
export type MailOrder = {
  action: 'signup' | 'magiclink' | 'invite' | 'recovery' | 'email_change' | 'reauthentication'
  user: UserRow
  redirectTo: string
  /** In a change of address those of the new one. */
  secrets?: Secrets | undefined
  /** In a change of address those of the present one. */
  ofPresent?: Secrets | undefined
}

/**
 * Lets the project's hook `send_email` send a mail, in the transaction that stores its token, as GoTrue does; without the
 * hook asks the function of `mail_permission` with the same event. In a change of address `token_hash` belongs to the new
 * one and `token` to the present one, and the `_new` ones the other way round (GoTrue, internal/api/mail.go). The user
 * agent of `metadata` is ours.
 * @returns whether the hook sends it
 * @throws AuthError what the hook answered or raised; nothing is sent then.
 */
export async function offerMail(tx: Transaction, request: AuthRequest, order: MailOrder): Promise<boolean> {
  const { hook, email } = request.service.config.auth
  const sends = hook.send_email?.enabled ?? false
  const uri = sends ? hook.send_email?.uri : email.mail_permission
  if (!uri) return false
  const answer = await callHook(tx, uri, mailEvent(request, order))
  if (answer instanceof AuthError) throw answer
  return sends
}

function mailEvent(request: AuthRequest, { action, user, redirectTo, secrets, ofPresent }: MailOrder): object {
  return {
    metadata: { ...metadataOf(request, 'send-email'), user_agent: userAgent(request) },
    user: userJson(user),
    email_data: {
      email_action_type: action,
      redirect_to: redirectTo,
      site_url: request.service.settings.baseUrl,
      token: (ofPresent ?? secrets)?.code ?? '',
      token_hash: secrets?.token ?? '',
      token_new: (ofPresent && secrets?.code) || '',
      token_hash_new: ofPresent?.token ?? '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
    },
  }
}

/**
 * What the hook answered; a refusal as the AuthError that it means.
 * @throws AuthError what the hook raised.
 */
async function callHook(tx: Transaction, uri: string, event: object): Promise<unknown> {
  const answer = await run(tx, `select ${functionAt(uri, 'a hook')}($1::jsonb) as answer`, event, uri)
  const refused = refusal.safeParse(answer)
  const error = refused.success ? refused.data.error : undefined
  if (!error) return answer
  const status = error.http_code && error.http_code >= 400 && error.http_code <= 599 ? error.http_code : 500
  return new AuthError(status, status === 500 ? 'unexpected_failure' : 'unknown', error.message || 'Hook error')
}

async function run(tx: Transaction, text: string, event: object, uri: string): Promise<unknown> {
  try {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(TIMEOUT_MS)])
    const { rows } = await tx.query<{ answer: unknown }>(text, [JSON.stringify(event)])
    await tx.query(`select set_config('statement_timeout', '8000', true)`)
    return rows[0]?.answer
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    const raised = fromRaisedError(error)
    if (raised) throw raised
    if (error.code === 'P0001') throw new AuthError(400, 'unknown', error.message)
    if (error.code === '57014') throw new AuthError(422, 'hook_timeout', `Failed to reach hook within maximum time`)
    throw new AuthError(500, 'unexpected_failure', `Error running hook URI: ${uri}`, {}, error)
  }
}

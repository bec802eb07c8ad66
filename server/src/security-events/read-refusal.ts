import type { KindOf } from '../../../supabase/functions/_shared/kinds.ts'

/** The kinds of refused sign-ins and rights that answers show; a wrong recovery code is noted by its function. */
export type RefusalKind = Exclude<KindOf<'security_events.kind'>, 'recovery_code'>

/** What was refused to somebody, and what the request named them by. */
export type Refusal = {
  kind: RefusalKind
  /** An endpoint of the sign-in service, a function, or a verb and a table. */
  what: string
  /** The address that was typed. */
  account?: string
  /** The account of the session, where the service that refused had verified its token. */
  user_id?: string
}

/** By the codes of GoTrue; `otp_expired` stands for codes and for links. */
const SIGN_IN_CODES = kinds({
  bad_code_verifier: 'link',
  flow_state_expired: 'link',
  flow_state_not_found: 'link',
  invalid_credentials: 'password',
  mfa_challenge_expired: 'second_step',
  mfa_ip_address_mismatch: 'second_step',
  mfa_verification_failed: 'second_step',
  otp_disabled: 'unknown',
  otp_expired: 'code',
  over_email_send_rate_limit: 'limited',
  over_request_rate_limit: 'limited',
  refresh_token_already_used: 'token',
  user_banned: 'closed',
})
/** By the codes of our functions, and PostgreSQL's for a privilege that is not held; `limited` is not of load. */
const REST_CODES = kinds({
  '42501': 'rights',
  FORBIDDEN: 'rights',
  INSUFFICIENT_LEVEL: 'rights',
  TOO_MANY_REQUESTS: 'limited',
})
const AUTH = '/auth/v1/'
const REST = '/rest/v1/'
const ID = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_ADDRESS = 320
const VERIFIED: ReadonlySet<RefusalKind> = new Set(['rights', 'second_step'])

/**
 * What an answer of the services refused, by its status and headers alone: its body stays as it is.
 * @returns undefined for every answer that is no refused sign-in and no refused right
 */
export function readRefusal(request: Request, { status, headers }: Response): Refusal | undefined {
  if (status < 300) return undefined
  const { pathname } = new URL(request.url)
  if (pathname.startsWith(AUTH)) {
    // A link that opens in the browser is answered by leading it on.
    const led = /[#?&]error_code=(\w+)/.exec(headers.get('location') ?? '')?.[1]
    const kind = SIGN_IN_CODES.get(headers.get('x-sb-error-code') ?? led ?? '')
    return kind && asked(request, led ? 'link' : kind, pathname.slice(AUTH.length).replace(ID, ''))
  }
  if (!pathname.startsWith(REST) || (status !== 403 && status !== 429)) return undefined
  const code = /error=([\w-]+)/.exec(headers.get('proxy-status') ?? '')?.[1] ?? ''
  const kind = REST_CODES.get(code)
  const name = pathname.slice(REST.length)
  return kind && asked(request, kind, name.startsWith('rpc/') ? name : `${request.method} ${name}`)
}

function kinds(byCode: Record<string, RefusalKind>): ReadonlyMap<string, RefusalKind> {
  return new Map(Object.entries(byCode))
}

function asked(request: Request, kind: RefusalKind, what: string): Refusal {
  const user = VERIFIED.has(kind) ? subjectOf(request) : undefined
  return { kind, what, ...(user ? { user_id: user } : {}) }
}

/** The account that a token names. It is not verified here: only the refusals of services that did are asked for it. */
function subjectOf(request: Request): string | undefined {
  const payload = /^Bearer\s+[^.\s]+\.([^.\s]+)\./i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!payload) return undefined
  try {
    const { sub } = Object(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return UUID.test(sub) ? String(sub).toLowerCase() : undefined
  } catch {
    return undefined
  }
}

/** Adds what the body of the request named: an address, or a link in place of a code. */
export function withBody(refusal: Refusal, text: string): Refusal {
  try {
    const { email, token_hash } = Object(JSON.parse(text)) as { email?: unknown; token_hash?: unknown }
    const account = typeof email === 'string' && email.length <= LONGEST_ADDRESS ? { account: email } : {}
    return { ...refusal, ...account, ...(token_hash && refusal.kind === 'code' ? { kind: 'link' } : {}) }
  } catch {
    return refusal
  }
}

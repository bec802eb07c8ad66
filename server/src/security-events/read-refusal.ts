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
/** What our functions refuse by themselves, beside what they pass on from the database. */
const FUNCTION_CODES = new Map([...REST_CODES, ['FILE_REFUSED', 'rights' as const]])
const AUTH = '/auth/v1/'
const REST = '/rest/v1/'
const STORAGE = '/storage/v1/'
const FUNCTIONS = '/functions/v1/'
/** What storage answers where a policy refused: it names no kind by its status or a header (protocol section 4). */
const BY_POLICY = /^(new row violates row-level security policy|Access denied)\b/
/** The operation and the bucket of a path of storage: names of files are nobody's business. */
const BUCKET =
  /^(?:(?:object|upload|bucket|sign|public|authenticated|list|list-v2|info|resumable|copy|move|render|image)(?:\/|$))*[^/]*/
const ID = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_ADDRESS = 320
const VERIFIED: ReadonlySet<RefusalKind> = new Set(['rights', 'second_step'])

/**
 * What an answer of the services refused: of sign-ins and tables by its status and headers alone.
 * @param response of storage and functions a copy, whose body is read
 * @returns undefined for every answer that is no refused sign-in and no refused right
 */
export async function readRefusal(request: Request, response: Response): Promise<Refusal | undefined> {
  const { pathname } = new URL(request.url)
  if (!isNamedByBody(request, response)) return byHeaders(request, pathname, response)
  const { code, message } = Object(await response.json().catch(() => undefined)) as { code?: string; message?: string }
  const name = pathname.replace(pathname.startsWith(STORAGE) ? STORAGE : FUNCTIONS, '')
  if (pathname.startsWith(FUNCTIONS)) {
    const kind = FUNCTION_CODES.get(String(code))
    return kind && asked(request, kind, `functions/${name}`)
  }
  return BY_POLICY.test(String(message))
    ? asked(request, 'rights', `${request.method} storage/${BUCKET.exec(name)?.[0] ?? ''}`)
    : undefined
}

/** Whether only the body tells what an answer refused: it is small where it does. */
export function isNamedByBody(request: Request, { status, headers }: Response): boolean {
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return false
  const { pathname } = new URL(request.url)
  return (
    (status === 400 && pathname.startsWith(STORAGE)) ||
    ((status === 403 || status === 429) && pathname.startsWith(FUNCTIONS))
  )
}

function byHeaders(request: Request, pathname: string, { status, headers }: Response): Refusal | undefined {
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

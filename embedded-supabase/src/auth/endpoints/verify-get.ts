import { limitRequests } from '../limits.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import type { AuthRequest, Endpoint } from '../service.ts'
import { type SessionJson, signIn } from '../sessions/sign-in.ts'
import { acceptToken, HALF_CONFIRMED, releaseMailboxCharge, tokenTypes } from '../tokens/accept.ts'
import { issueAuthCode } from '../tokens/flow-state.ts'
import { redeemLinkToken } from '../tokens/one-time.ts'
import { transact } from '../transact.ts'

/** How OAuth names the statuses of a failed redirect. */
const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

type Outcome = { session: SessionJson } | { code: string } | { message: string }

/**
 * GET /verify: the address in a mail; uses up the token and sends the browser on, with a session or an error. Where the
 * application has a page that redeems links, it leads there and changes nothing: mail scanners open every address.
 */
export const verifyByGet: Endpoint = async (request) => {
  const { url, service } = request
  const target = service.redirects.target(request.request, url)
  const type = url.searchParams.get('type') ?? ''
  const token = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? ''
  const { linkLanding, siteUrl } = service.settings
  if (linkLanding && token && type) {
    return redirect(withQuery(new URL(linkLanding, siteUrl).href, { token_hash: token, type, to: target }))
  }
  const isPkce = token.startsWith('pkce_')
  try {
    await limitRequests(request, 'verify')
    const outcome = await redeem(request, type, token)
    if ('code' in outcome) return redirect(withQuery(target, { code: outcome.code }))
    if ('message' in outcome) return redirect(answer(target, { message: outcome.message, sb: '' }, isPkce))
    const { access_token, expires_at, expires_in, refresh_token, token_type } = outcome.session
    const fields = { access_token, expires_at, expires_in, refresh_token, sb: '', token_type, type }
    return redirect(withFragment(target, fields))
  } catch (error) {
    if (!(error instanceof AuthError) || !token || !type) throw error
    return redirect(answer(target, { ...errorFields(error), sb: '' }, isPkce))
  }
}

function errorFields({ status, code, message }: AuthError): Fields {
  const name = ERROR_NAMES[status]
  return { ...(name ? { error: name } : {}), error_code: code, error_description: message }
}

/** Sends the browser on with an error in the query. */
export const failedRedirect = (target: string, error: AuthError): Response =>
  redirect(
    `${target}${new URLSearchParams(Object.entries(errorFields(error)).map(([name, value]) => [name, String(value)]))}`,
  )

function redeem(request: AuthRequest, type: string, token: string): Promise<Outcome> {
  if (!type) throw invalid('Verify requires a verification type')
  if (!token) throw invalid('Verify requires a token or a token hash')
  const types = tokenTypes(type)
  if (!types) throw invalid('Invalid email verification type')
  return transact(request.service, async (tx): Promise<Outcome | AuthError> => {
    const redeemed = await redeemLinkToken(tx, request.service, token, types)
    const accepted = redeemed && (await acceptToken(tx, request.service, redeemed))
    if (!accepted) return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    await releaseMailboxCharge(tx, request, redeemed)
    if (accepted.half) return { message: HALF_CONFIRMED }
    if (!redeemed.flow_state_id) return { session: await signIn(tx, request, accepted.user.id, 'otp') }
    const code = await issueAuthCode(tx, redeemed.flow_state_id)
    return code ? { code } : new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  })
}

type Fields = Record<string, string | number>

/** PKCE clients read the query, the others the fragment; errors go to both places for PKCE, as GoTrue sends them. */
function answer(target: string, fields: Fields, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, fields) : target, fields)
}

function withQuery(target: string, fields: Fields): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) if (name !== 'sb') url.searchParams.set(name, String(value))
  return url.href
}

function withFragment(target: string, fields: Fields): string {
  const entries = Object.entries(fields).map(([name, value]) => [name, String(value)])
  return `${target.replace(/#.*$/s, '')}#${new URLSearchParams(entries)}`
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

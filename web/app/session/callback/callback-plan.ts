import type { LinkPurpose, LinkType } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import { type ArrivalFailure, callbackError } from './callback-error'

/** What a link brought to the callback screen. */
export type CallbackPlan =
  | ({ kind: 'error' } & ArrivalFailure)
  | { kind: 'token'; tokenHash: string; type: LinkType }
  | { kind: 'tokens-in-address'; accessToken: string; refreshToken: string }
  | { kind: 'code' }
  | { kind: 'existing' }

const LINK_TYPES: readonly LinkType[] = ['signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change']

/** The pages that mails lead to, and what each of them reads from the redirect that was asked for. */
const OWN_PAGES: Record<string, readonly string[]> = {
  [paths.home]: [],
  [paths.authCallback]: ['n', 'for'],
  [paths.authVerify]: ['n', 'for'],
  [paths.adminAuthCallback]: ['n', 'for'],
  [paths.adminAcceptInvitation]: ['token'],
}

/**
 * The address that a mailed link stands for. Mails lead to the callback page with `to`, the redirect that was asked
 * for, which may be anybody's wish: it counts if it is one of our own pages, with that page's own parameters.
 */
export function unfoldAddress(address: URL): URL {
  const own = new URL(address)
  const to = address.searchParams.get('to')
  own.searchParams.delete('to')
  if (!to || !URL.canParse(to)) return own
  const asked = new URL(to)
  const kept = Object.hasOwn(OWN_PAGES, asked.pathname) ? OWN_PAGES[asked.pathname] : undefined
  if (asked.origin !== address.origin || !kept) return own
  const target = new URL(asked.pathname, address.origin)
  for (const name of kept) {
    const value = asked.searchParams.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  for (const [name, value] of own.searchParams) target.searchParams.set(name, value)
  return target
}

/**
 * Reads what arrived, in the order of the specification: an error, a token, a code, else whatever session exists
 * ([4-11] to [4-14]). The fragment counts like the query, which wins.
 */
export function planCallback(address: URL): CallbackPlan {
  const params = new URLSearchParams(address.hash.slice(1))
  for (const [name, value] of address.searchParams) params.set(name, value)
  const text = (name: string) => params.get(name) || null

  if (text('error') || text('error_code') || text('error_description')) {
    return { kind: 'error', ...callbackError(text('error_code'), text('error_description')) }
  }
  const tokenHash = text('token_hash') ?? text('token')
  const type = LINK_TYPES.find((known) => known === text('type'))
  if (tokenHash && type) return { kind: 'token', tokenHash, type }
  const [accessToken, refreshToken] = [text('access_token'), text('refresh_token')]
  if (accessToken && refreshToken) return { kind: 'tokens-in-address', accessToken, refreshToken }
  return text('code') ? { kind: 'code' } : { kind: 'existing' }
}

const PURPOSES: readonly LinkPurpose[] = ['signup', 'signin', 'verification']

/** What a link is for, as it says itself; the type of its token decides where it does not. */
export function purposeOf(address: URL): LinkPurpose {
  const named = PURPOSES.find((purpose) => purpose === address.searchParams.get('for'))
  return named ?? (address.searchParams.get('type') === 'signup' ? 'signup' : 'signin')
}

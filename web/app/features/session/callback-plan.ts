import type { LinkPurpose, LinkType } from '~/api/auth'

/** What a link brought to the callback screen. */
export type CallbackPlan =
  | { kind: 'error'; description: string | null }
  | { kind: 'token'; tokenHash: string; type: LinkType }
  | { kind: 'tokens-in-address'; accessToken: string; refreshToken: string }
  | { kind: 'code' }
  | { kind: 'existing' }

const LINK_TYPES: readonly LinkType[] = ['signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change']
const LONGEST_DESCRIPTION = 200

/**
 * The address that a mailed link stands for. Mails lead to the callback page with `to`, the redirect that was asked for;
 * its own query counts as if it had been opened itself. A redirect to another site counts for nothing.
 */
export function unfoldAddress(address: URL): URL {
  const to = address.searchParams.get('to')
  if (!to || !URL.canParse(to, address)) return address
  const target = new URL(to, address)
  if (target.origin !== address.origin) return address
  for (const [name, value] of address.searchParams) if (name !== 'to') target.searchParams.set(name, value)
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
    return { kind: 'error', description: text('error_description')?.slice(0, LONGEST_DESCRIPTION) ?? null }
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

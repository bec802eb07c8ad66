import { findMailRequest } from '~/session/callback/mail-requests'
import type { LinkType } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import { STAFF_LOGIN } from '~/shared/config/staff'

/** What a mailed link brought to a door of the staff area. */
export type StaffLink =
  | { kind: 'error' }
  | { kind: 'token'; tokenHash: string; type: LinkType; askedHere: boolean; returnTo: string }
  | { kind: 'session'; accessToken: string; refreshToken: string; askedHere: boolean; returnTo: string }
  | { kind: 'none' }

/** A page of the staff area to return to after signing in; its first page for whatever is none. */
export const staffPlace = (place: unknown): string =>
  typeof place === 'string' && /^\/admin(?:[/?]|$)/.test(place) && !place.startsWith(STAFF_LOGIN) ? place : paths.admin

const TYPES: readonly LinkType[] = ['signup', 'magiclink', 'email', 'invite']

/** Reads query and fragment; the query wins. */
export function readStaffLink(address: URL): StaffLink {
  const params = new URLSearchParams(address.hash.slice(1))
  for (const [name, value] of address.searchParams) params.set(name, value)
  if (params.get('error') || params.get('error_code')) return { kind: 'error' }
  const request = findMailRequest(params.get('n'))
  const own = { askedHere: request !== undefined, returnTo: staffPlace(request?.returnTo) }
  const tokenHash = params.get('token_hash')
  const type = TYPES.find((known) => known === params.get('type'))
  if (tokenHash && type) return { kind: 'token', tokenHash, type, ...own }
  const [accessToken, refreshToken] = [params.get('access_token'), params.get('refresh_token')]
  return accessToken && refreshToken ? { kind: 'session', accessToken, refreshToken, ...own } : { kind: 'none' }
}

/** Takes what a link brought out of the address bar, except what the page itself needs. */
export function hideStaffLink(kept: Record<string, string> = {}): void {
  const query = new URLSearchParams(kept).toString()
  window.history.replaceState(window.history.state, '', window.location.pathname + (query && `?${query}`))
}

import type { GoTrueClient as AuthClient } from '@supabase/auth-js'
import { holdsMailRequest } from '~/session/callback/mail-requests'
import { setAccessTokenReader } from '~/shared/client/access-token'
import { AUTH_REQUEST_TIMEOUT, AUTH_STORAGE_KEY } from '~/shared/config/constants'
import { readPublicConfig } from '~/shared/config/env'
import { paths } from '~/shared/config/paths'

type Listener = (client: AuthClient) => void

let loading: Promise<AuthClient> | undefined
let loaded: AuthClient | undefined
let onLoaded: Listener = () => undefined

/** Whoever keeps the session store follows the client from its first moment on, whichever screen loads it. */
export function onAuthClientLoaded(listener: Listener): void {
  onLoaded = listener
  if (loaded) listener(loaded)
}

/** Whether a session is kept in this browser; it may turn out to have ended. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(AUTH_STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/**
 * The browser's one auth client, loaded on first use: when a session is stored or a sign-in screen opens.
 * A failed download may be tried again.
 */
export function loadAuthClient(): Promise<AuthClient> {
  loading ??= createClient().catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

let storedBefore: string | null | undefined

/** What was stored before this page's client could store anything; undefined while no client was made. */
export const sessionBeforeClient = (): string | null | undefined => storedBefore

async function createClient(): Promise<AuthClient> {
  storedBefore = localStorage.getItem(AUTH_STORAGE_KEY)
  const { AuthClient } = await import('@supabase/auth-js')
  const client = new AuthClient({
    ...connection(),
    storageKey: AUTH_STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: acceptsSessionInUrl,
  })
  setAccessTokenReader(async () => (await client.getSession()).data.session?.access_token ?? null)
  loaded = client
  onLoaded(client)
  return client
}

/** A client for one question: it keeps nothing, and this browser's session never hears of it. */
export async function temporaryAuthClient(): Promise<AuthClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  const apart = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return new AuthClient({ ...connection(), ...apart, storageKey: `${AUTH_STORAGE_KEY}-apart` })
}

function connection() {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const headers = { apikey: anonKey, Authorization: `Bearer ${anonKey}` }
  return { url: `${supabaseUrl}/auth/v1`, headers, flowType: 'implicit' as const, fetch: fetchWithDeadline }
}

const CALLBACK_ADDRESSES = new Set<string>([
  paths.authCallback,
  paths.authVerify,
  paths.adminAuthCallback,
  paths.adminAcceptInvitation,
])

/**
 * A session written in the address is taken only where links return to, and only in the browser that asked for
 * the link: a link sent by someone else must not sign people in silently. An `error` in the address is for the
 * screen to show, not for the client to swallow.
 */
export function acceptsSessionInUrl(url: URL, params: Record<string, string>): boolean {
  return Boolean(params.access_token) && CALLBACK_ADDRESSES.has(url.pathname) && holdsMailRequest(params.n)
}

const fetchWithDeadline: typeof fetch = (input, init) => {
  const deadline = AbortSignal.timeout(AUTH_REQUEST_TIMEOUT)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline })
}

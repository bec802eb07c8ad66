import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types'
import type { Damaged } from './stored-values'

/**
 * The parts of a Supabase client that every page uses; sign-in (`session/tokens/auth-client.ts`) and edge functions
 * (`functions-browser.ts`) load apart.
 */
export type Supabase = Pick<PostgrestClient<Database>, 'from' | 'rpc'> & {
  /** Hears of what was read and cannot be shown as it is stored. */
  damaged?: Damaged | undefined
}

/** Where a project is reached, and its public key. */
export type PublicConfig = { supabaseUrl: string; anonKey: string }

export type SupabaseOptions = PublicConfig & {
  fetch: typeof fetch
  /** The session's access token; null or undefined means the anonymous key. */
  accessToken?: () => Promise<string | null>
  damaged?: Damaged
}

/** A fetch that sends `apikey` and, on every request, the token of whoever is signed in then. */
export const fetchWithToken =
  ({ anonKey, fetch: send, accessToken }: Omit<SupabaseOptions, 'supabaseUrl'>): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', anonKey)
    headers.set('authorization', `Bearer ${(await accessToken?.()) ?? anonKey}`)
    return send(input, { ...init, headers })
  }

/** Makes a client whose requests go out by `fetchWithToken`. */
export function createSupabase({ supabaseUrl, ...options }: SupabaseOptions): Supabase {
  const rest = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, { fetch: fetchWithToken(options) })
  return Object.assign(rest, { damaged: options.damaged })
}

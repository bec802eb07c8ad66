import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types'
import type { PublicConfig } from './load-context'
import type { Damaged } from './stored-values'

/** The parts of a Supabase client that every page may use; sign-in loads apart (`session/tokens/auth-client.ts`). */
export type Supabase = Pick<PostgrestClient<Database>, 'from' | 'rpc'> & {
  functions: FunctionsClient
  /** Hears of what was read and cannot be shown as it is stored. */
  damaged?: Damaged | undefined
}

export type SupabaseOptions = PublicConfig & {
  fetch: typeof fetch
  /** The session's access token; null or undefined means the anonymous key. */
  accessToken?: () => Promise<string | null>
  damaged?: Damaged
}

/** Makes a client that sends `apikey` and, on every request, the token of whoever is signed in then. */
export function createSupabase({ supabaseUrl, anonKey, fetch: send, accessToken, damaged }: SupabaseOptions): Supabase {
  const withToken: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', anonKey)
    headers.set('authorization', `Bearer ${(await accessToken?.()) ?? anonKey}`)
    return send(input, { ...init, headers })
  }
  const rest = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, { fetch: withToken })
  const functions = new FunctionsClient(`${supabaseUrl}/functions/v1`, { customFetch: withToken })
  return Object.assign(rest, { functions, damaged })
}

import { FunctionsClient } from '@supabase/functions-js'
import { fetchWithToken } from './supabase'
import { browserOptions } from './supabase-browser'

let client: FunctionsClient | undefined

/** The browser's one client of the edge functions, as whoever is signed in. */
export function browserFunctions(): FunctionsClient {
  const options = browserOptions()
  client ??= new FunctionsClient(`${options.supabaseUrl}/functions/v1`, { customFetch: fetchWithToken(options) })
  return client
}

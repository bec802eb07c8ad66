import { readPublicConfig } from '~/shared/config/env'
import { currentAccessToken, reportRefusedToken } from './access-token'
import { fetchAndLearnTime } from './server-clock'
import { createSupabase, type Supabase, type SupabaseOptions } from './supabase'

let client: Supabase | undefined
const send: typeof fetch = async (input, init) => {
  const answer = await fetchAndLearnTime(input, init)
  if (answer.status === 401) reportRefusedToken()
  return answer
}

/** How every client of the browser calls the project. */
export const browserOptions = (): SupabaseOptions => ({
  ...readPublicConfig(),
  fetch: send,
  accessToken: currentAccessToken,
})

/** The browser's one client. */
export function browserSupabase(): Supabase {
  client ??= createSupabase(browserOptions())
  return client
}

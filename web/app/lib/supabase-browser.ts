import { readPublicConfig } from '~/config/env'
import { createSupabase, type Supabase } from './supabase'

let client: Supabase | undefined
let readToken: () => Promise<string | null> = async () => null

/** Sign-in puts the way to the current access token here when it loads. */
export function setAccessTokenReader(reader: () => Promise<string | null>): void {
  readToken = reader
}

/** The access token of whoever is signed in now, null for nobody. */
export const currentAccessToken = (): Promise<string | null> => readToken()

/** The browser's one client. */
export function browserSupabase(): Supabase {
  client ??= createSupabase({
    ...readPublicConfig(),
    fetch: (input, init) => fetch(input, init),
    accessToken: () => readToken(),
  })
  return client
}

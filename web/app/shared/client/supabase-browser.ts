import { readPublicConfig } from '~/shared/config/env'
import { createSupabase, type Supabase } from './supabase'

let client: Supabase | undefined
let readToken: () => Promise<string | null> = async () => null

/** Sign-in puts the way to the current access token here when it loads. */
export function setAccessTokenReader(reader: () => Promise<string | null>): void {
  readToken = reader
}

/** The access token of whoever is signed in now, null for nobody. */
export const currentAccessToken = (): Promise<string | null> => readToken()

let onRefused = (): void => undefined

/** Whoever keeps the session is told here when a request was answered with 401: it may have been ended elsewhere. */
export function onTokenRefused(listener: () => void): void {
  onRefused = listener
}

const send: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  if (answer.status === 401) onRefused()
  return answer
}

/** The browser's one client. */
export function browserSupabase(): Supabase {
  client ??= createSupabase({
    ...readPublicConfig(),
    fetch: send,
    accessToken: () => readToken(),
  })
  return client
}

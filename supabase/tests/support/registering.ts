import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestServer } from '../../../embedded-supabase/test/support/start.ts'
import { registration } from './people.ts'

const PASSWORD = 'thrown-away-4f9c1e77'

/** What `begin_registration` refuses, null when it keeps what was said. */
export type Refusal = { code: string; message: string; details: string | null } | null

/** Says what a registration says, as the browser does before it signs up; gives the hash that stands for it. */
export async function beginRegistration(
  client: SupabaseClient,
  email: string,
  metadata = registration(),
): Promise<{ hash: string; error: Refusal }> {
  const hash = randomBytes(32).toString('hex')
  const { user_type: _, ...said } = metadata
  const { data } = await client.rpc('begin_registration', { request_hash: hash, email, ...said }).throwOnError()
  return { hash, error: (data as { error: Refusal }).error }
}

/** Registers as the browser does: says it, then signs up. @returns the hash that the mailed link carries. */
export async function register(client: SupabaseClient, email: string, metadata = registration()): Promise<string> {
  const { hash, error } = await beginRegistration(client, email, metadata)
  if (error) throw new Error(error.code)
  const site = Reflect.get(client, 'supabaseUrl') as string
  const emailRedirectTo = `${site}/auth/callback?n=${hash}&for=signup`
  const answer = await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo, data: metadata } })
  if (answer.error) throw answer.error
  return hash
}

/** Makes the registration the profile of who is signed in. */
export async function applyRegistration(
  client: SupabaseClient,
  hash: string,
): Promise<{ applied: boolean; phone_left_out: boolean }> {
  return (await client.rpc('apply_registration', { request_hash: hash }).throwOnError()).data
}

/** Lets a browser open a link of sign-in that was made for an address. */
export async function openNewLink(
  server: TestServer,
  email: string,
  client = server.client(),
): Promise<{ client: SupabaseClient; id: string; token: string }> {
  const admin = server.client(server.supabase.serviceRoleKey)
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  if (link.error) throw link.error
  const { data, error } = await client.auth.verifyOtp({ token_hash: link.data.properties.hashed_token, type: 'email' })
  if (error) throw error
  return { client, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

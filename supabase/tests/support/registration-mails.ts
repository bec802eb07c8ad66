import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { TestServer } from '../../../embedded-supabase/test/support/start.ts'
import { registration } from './people.ts'
import { register } from './registering.ts'

/** What a browser finds in the mail of a registration: the token of its link, its code, and the hash that it carries. */
export type RegistrationMail = { token: string; code: string; hash: string }

/** Leaves a registration of the name, signs up, and gives the mail that came. */
export async function mailedRegistration(
  server: TestServer,
  email: string,
  name: string,
  changes: Record<string, unknown> = {},
): Promise<RegistrationMail> {
  await server.supabase.database.asOwner((tx) => tx.query('delete from auth.rate_limits'))
  const hash = await register(server.client(), email, registration({ first_name: name, ...changes }))
  const mail = await newestMail(server, email)
  expect(mail.hash).toBe(hash)
  return mail
}

async function newestMail(server: TestServer, email: string): Promise<RegistrationMail> {
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query<{ text_body: string }>(
      'select text_body from mail.outbox where recipient = $1 order by created_at desc limit 1',
      [email],
    ),
  )
  const text = rows[0]?.text_body ?? ''
  const link = new URL(/http\S+\/auth\/callback\?\S+/.exec(text)?.[0] ?? '')
  const target = new URL(link.searchParams.get('to') ?? '')
  return {
    token: link.searchParams.get('token_hash') ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
    hash: target.searchParams.get('n') ?? '',
  }
}

/** Redeems the link in a new browser, which is then signed in; null when the link does not open. */
export async function openMailedLink(server: TestServer, { token }: RegistrationMail): Promise<SupabaseClient | null> {
  const client = server.client()
  const { error } = await client.auth.verifyOtp({ token_hash: token, type: 'email' })
  return error ? null : client
}

/** Types the code of the mail in a new browser, which is then signed in; null when the code does not open. */
export async function typeMailedCode(
  server: TestServer,
  email: string,
  { code }: RegistrationMail,
): Promise<SupabaseClient | null> {
  const client = server.client()
  const { error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  return error ? null : client
}

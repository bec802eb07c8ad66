import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { hookedProject } from './support/hooked-project.ts'
import { registration } from './support/people.ts'

const project = hookedProject()
let server: TestServer
let dana: SupabaseClient
let serial = 0
let email: string

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: project.folder })
})
afterAll(async () => {
  await server?.close()
  project.remove()
})
beforeEach(async () => {
  serial += 1
  email = `dana${serial}@example.com`
  dana = server.client()
  const password = 'thrown-away-4f9c1e77'
  expect((await dana.auth.signUp({ email, password, options: { data: registration() } })).error).toBeNull()
})

type Content = { code: string; token: string; asked_from?: string }
async function mailsTo(recipient: string): Promise<Content[]> {
  return server.supabase.database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ content: Content }>(
      'select content from email_outbox where recipient = $1 and content ? $2 order by created_at',
      [recipient, 'code'],
    )
    return rows.map(({ content }) => content)
  })
}

/** As the pages do: the code is worth the token of its mail, or is the service's own. */
async function enter(code: string, address = email, type: 'email' | 'email_change' = 'email', client = dana) {
  const { data: token_hash } = await client.rpc('redeem_mail_code', { email: address, code, purpose: type })
  return client.auth.verifyOtp(token_hash ? { token_hash, type } : { email: address, token: code, type })
}

test('[7-02] [7-03] a registration and a sign-in by the code of the mail that the hook queued', async () => {
  const [first] = await mailsTo(email)
  expect(first?.asked_from).toBe('שלא זוהה')
  expect((await enter(first?.code ?? '')).data.user?.email).toBe(email)
  await dana.auth.signOut()
  expect((await dana.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
  const [, second] = await mailsTo(email)
  expect((await enter(first?.code ?? '')).error?.code).toBe('otp_expired')
  expect((await enter(second?.code ?? '')).data.user?.email).toBe(email)
  expect((await enter(second?.code ?? '')).error?.code).toBe('otp_expired')
})

test('[7-07] its link enters too, and ends the code', async () => {
  const [mail] = await mailsTo(email)
  expect((await dana.auth.verifyOtp({ token_hash: mail?.token ?? '', type: 'email' })).error).toBeNull()
  expect((await enter(mail?.code ?? '')).error?.code).toBe('otp_expired')
})

test('twelve wrong codes, and then the right one is worth nothing, while the link of the mail is', async () => {
  const [mail] = await mailsTo(email)
  for (let i = 1; i <= 12; i++) {
    const wrong = String((Number(mail?.code) + i) % 1_000_000).padStart(6, '0')
    expect((await enter(wrong)).error?.code).toBe('otp_expired')
  }
  expect((await enter(mail?.code ?? '')).error?.code).toBe('otp_expired')
  expect((await dana.auth.verifyOtp({ token_hash: mail?.token ?? '', type: 'email' })).error).toBeNull()
})

describe('a change of address', () => {
  beforeEach(async () => {
    const [mail] = await mailsTo(email)
    expect((await enter(mail?.code ?? '')).error).toBeNull()
  })

  test('that is not permitted is refused with a code before anything is sent', async () => {
    for (let i = 0; i < 10; i++) {
      const { error } = await dana.auth.updateUser({ email: 'stranger@example.com' })
      expect(error).toMatchObject({ status: 403, message: expect.stringMatching(/^REAUTHENTICATION_NEEDED/) })
    }
    expect(await mailsTo('stranger@example.com')).toEqual([])
  })

  test('is confirmed by the codes of both mails', async () => {
    const next = `next${serial}@example.com`
    expect((await dana.rpc('begin_email_change')).error).toBeNull()
    expect((await dana.auth.updateUser({ email: next })).error).toBeNull()
    const codes = { [next]: (await mailsTo(next))[0]?.code ?? '', [email]: (await mailsTo(email)).at(-1)?.code ?? '' }
    expect((await enter(codes[email] ?? '', next, 'email_change')).error?.code).toBe('otp_expired')
    expect((await enter(codes[next] ?? '', next, 'email_change')).error).toBeNull()
    expect((await enter(codes[email] ?? '', email, 'email_change')).data.user?.email).toBe(next)
  })
})

test('what became of the mail is known to the browser that asked for it', async () => {
  const key = 'key-of-this-browser'
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))).toString('hex')
  const emailRedirectTo = `${server.url}/auth/callback?n=${hash}&for=signin`
  const [mail] = await mailsTo(email)
  expect((await enter(mail?.code ?? '')).error).toBeNull()
  expect((await dana.auth.signInWithOtp({ email, options: { emailRedirectTo } })).error).toBeNull()
  expect((await server.client().rpc('mail_delivery', { request_key: key })).data).toMatchObject({ status: 'queued' })
})

import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'
import { applyRegistration, register } from './support/registering.ts'

type Call = { method: string; path: string; body: unknown }

let server: TestServer
let admin: SupabaseClient
let student: SupabaseClient
const email = 'calls@example.com'
const calls: Call[] = []

const record: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input))
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  calls.push({ method: init?.method ?? 'GET', path: pathname.replace('/auth/v1', '') + search, body })
  return fetch(input, init)
}

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  admin = server.client(server.supabase.serviceRoleKey)
  student = createClient(server.url, server.supabase.anonKey, {
    auth: { persistSession: true, autoRefreshToken: false, storage: memory() },
    global: { fetch: record },
    realtime: { transport: WebSocket as never },
  })
  const hash = await register(student, email)
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const token = link.data.properties?.hashed_token ?? ''
  expect((await student.auth.verifyOtp({ token_hash: token, type: 'email' })).error).toBeNull()
  await applyRegistration(student, hash)
  expect((await student.auth.refreshSession()).error).toBeNull()
})
afterAll(() => server?.close())
beforeEach(() => {
  calls.length = 0
})

/** Both tokens of a session that another mailed link opens. */
async function enteredAnew() {
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const other = server.client(server.supabase.anonKey)
  const entered = await other.auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
  return entered.data.session
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** The six digits that an app would show now for a secret in base 32 (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

describe('the session', () => {
  test('[3-05] [3-06] has both tokens, its end, and the metadata of the student', async () => {
    const { data } = await student.auth.getSession()
    expect(data.session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_at: expect.any(Number),
      user: { user_metadata: { first_name: 'דנה', last_name: 'לוי', user_type: 'student', terms_consent: true } },
    })
  })

  test('[7-06] getSession asks nobody, getUser and refreshSession ask the server, and each change is an event', async () => {
    const events: string[] = []
    const { data } = student.auth.onAuthStateChange((event) => void events.push(event))
    await student.auth.getSession()
    expect(calls).toEqual([])
    expect((await student.auth.getUser()).data.user?.email).toBe(email)
    const before = (await student.auth.getSession()).data.session?.refresh_token
    const renewed = await student.auth.refreshSession()
    expect(renewed.data.session?.refresh_token).not.toBe(before)
    expect(calls).toMatchObject([
      { method: 'GET', path: '/user' },
      { method: 'POST', path: '/token?grant_type=refresh_token', body: { refresh_token: before } },
    ])
    expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED'])
    data.subscription.unsubscribe()
  })

  test('[9-11] the public keys may be kept for ten minutes and fit the token', async () => {
    const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await answer.json()) as { keys: { kid: string; alg: string; d?: string }[] }
    const { data } = await student.auth.getSession()
    const [head = ''] = (data.session?.access_token ?? '').split('.')
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    expect(keys.map((key) => key.kid)).toContain(kid)
    expect(keys.every((key) => key.d === undefined)).toBe(true)
  })
})

describe('[7-08] factors', () => {
  test('[3-07] [4-01] are enrolled, challenged, verified with a session that is kept, and removed', async () => {
    const events: string[] = []
    const { data: listening } = student.auth.onAuthStateChange((event) => void events.push(event))
    // The product lets an app join from a fresh sign-in only, which is asked for first.
    expect((await student.rpc('begin_second_step')).error).toBeNull()
    const enrolled = await student.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'טלפון', issuer: 'Academy' })
    const { id: factorId, totp } = enrolled.data as { id: string; totp: { qr_code: string; secret: string } }
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    const challenge = await student.auth.mfa.challenge({ factorId })
    const challengeId = challenge.data?.id ?? ''
    expect((await student.rpc('begin_second_step')).error).toBeNull()
    const before = (await student.auth.getSession()).data.session?.access_token
    const verified = await student.auth.mfa.verify({ factorId, challengeId, code: codeOf(totp.secret) })
    expect(verified.error).toBeNull()
    const after = (await student.auth.getSession()).data.session
    expect(after?.access_token).toBe(verified.data?.access_token)
    expect(after?.access_token).not.toBe(before)
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const { data } = await student.auth.getUser()
    expect(data.user?.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }])
    // A recovery code lifts another session as the app does: the token that follows says so, and getUser still works.
    const made = await student.rpc('make_recovery_codes')
    await student.auth.setSession((await enteredAnew()) as never)
    expect((await student.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
    const used = await student.rpc('use_recovery_code', { code: made.data.codes[0] })
    expect(used.data).toEqual({ error: null, left: 9 })
    await student.auth.refreshSession()
    expect((await student.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    // What let the app join is used up: no session takes it off without asking anew.
    expect((await student.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 500 })
    expect((await student.auth.getUser()).data.user?.factors).toHaveLength(1)
    calls.splice(
      calls.findLastIndex(({ method }) => method === 'DELETE'),
      1,
    )
    expect((await student.rpc('begin_second_step')).error).toBeNull()
    await student.auth.mfa.unenroll({ factorId })
    expect(calls.filter(({ path }) => path.startsWith('/factors'))).toMatchObject([
      {
        method: 'POST',
        path: '/factors',
        body: { friendly_name: 'טלפון', factor_type: 'totp', issuer: 'Academy' },
      },
      { method: 'POST', path: `/factors/${factorId}/challenge` },
      {
        method: 'POST',
        path: `/factors/${factorId}/verify`,
        body: { code: expect.any(String), challenge_id: challengeId },
      },
      { method: 'DELETE', path: `/factors/${factorId}` },
    ])
    expect((await student.auth.getUser()).data.user?.factors ?? []).toEqual([])
    listening.subscription.unsubscribe()
  })
})

describe('the profile of an account', () => {
  test('[4-08] [7-09] an insert that meets the existing row gives that row', async () => {
    const { data } = await student.auth.getUser()
    const id = data.user?.id ?? ''
    const again = await student.from('users').insert({ id, email })
    expect(again.error?.code).toBe('23505')
    const existing = await student.from('users').select('*').eq('email', email).single()
    expect(existing.data).toMatchObject({ id, first_name: 'דנה' })
    const merged = await student.from('users').upsert({ id, email }, { onConflict: 'email' }).select().single()
    expect(merged.data).toMatchObject({ id, first_name: 'דנה', phone_number: existing.data?.phone_number })
  })

  test('[4-06] [4-08] an unfinished account that registers again keeps one row', async () => {
    const twice = 'twice@example.com'
    for (const first_name of ['רותי', 'נועה']) {
      const password = 'thrown-away-4f9c1e77'
      await server.client().auth.signUp({ email: twice, password, options: { data: registration({ first_name }) } })
    }
    const { data } = await admin.from('users').select('first_name,email_verified').eq('email', twice)
    expect(data).toEqual([{ first_name: '', email_verified: false }])
  })
})

test('[3-23] [7-06] signing out ends this session and leaves nothing in the store', async () => {
  const events: string[] = []
  const { data } = student.auth.onAuthStateChange((event) => void events.push(event))
  expect((await student.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(calls).toMatchObject([{ method: 'POST', path: '/logout?scope=local' }])
  expect((await student.auth.getSession()).data.session).toBeNull()
  expect(events).toContain('SIGNED_OUT')
  data.subscription.unsubscribe()
})

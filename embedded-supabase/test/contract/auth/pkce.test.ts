import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import ws from 'ws'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

/** A browser of the PKCE kind: it keeps its verifier in a storage of its own. */
function browser() {
  const items = new Map<string, string>()
  return createClient(server.url, server.supabase.anonKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
}

async function openLink(email: string): Promise<URL> {
  const { link, tokenHash } = await server.lastMail(email)
  expect(tokenHash).toMatch(/^pkce_[0-9a-f]{56}$/)
  const answer = await fetch(link, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

test('sign-up: the link brings a code, which only the browser that asked can exchange, once', async () => {
  const email = newEmail()
  const client = browser()
  await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: `${server.url}/done?x=1` } })
  const landed = await openLink(email)
  expect(landed.searchParams.get('x')).toBe('1')
  const code = landed.searchParams.get('code') ?? ''
  const thief = browser()
  await thief.auth.signUp({ email: newEmail(), password: PASSWORD })
  expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
    status: 400,
    code: 'bad_code_verifier',
  })
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }])
  await client.auth.signInWithOtp({ email })
  expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({
    status: 404,
    code: 'flow_state_not_found',
  })
})

test('magic link and recovery', async () => {
  const { email } = await server.person()
  const client = browser()
  await client.auth.signInWithOtp({ email })
  const magic = await openLink(email)
  expect((await client.auth.exchangeCodeForSession(magic.searchParams.get('code') ?? '')).error).toBeNull()
  await client.auth.resetPasswordForEmail(email)
  const recovery = await openLink(email)
  const exchanged = await client.auth.exchangeCodeForSession(recovery.searchParams.get('code') ?? '')
  expect(exchanged.data).toMatchObject({ redirectType: 'recovery' })
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
})

test('a code dies after five minutes; a spent link tells it in the query', async () => {
  const { email, userId } = await server.person()
  const client = browser()
  await client.auth.signInWithOtp({ email })
  const { link } = await server.lastMail(email)
  const landed = await openLink(email)
  await server.sql(`update auth.flow_state set auth_code_issued_at = now() - interval '301 s' where user_id = $1`, [
    userId,
  ])
  const late = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
  expect(late.error).toMatchObject({ status: 422, code: 'flow_state_expired' })
  const again = await fetch(link, { redirect: 'manual' })
  expect(new URL(again.headers.get('location') ?? '').searchParams.get('error_code')).toBe('otp_expired')
})

test('the six-digit code works as well', async () => {
  const email = newEmail()
  const client = browser()
  await client.auth.signInWithOtp({ email })
  const { code } = await server.lastMail(email)
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

test('bad challenges and empty exchanges are refused', async () => {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: server.supabase.anonKey },
      body: JSON.stringify(body),
    })
    return [answer.status, (await answer.json()).msg]
  }
  const email = newEmail()
  expect(await post('/otp', { email, code_challenge: 'x'.repeat(43) })).toEqual([
    400,
    'PKCE flow requires code_challenge_method and code_challenge',
  ])
  expect(await post('/otp', { email, code_challenge: 'x', code_challenge_method: 's256' })).toEqual([
    400,
    'code challenge has to be between 43 and 128 characters',
  ])
  expect((await post('/otp', { email, code_challenge: `${'x'.repeat(43)}!`, code_challenge_method: 's256' }))[0]).toBe(
    400,
  )
  expect(await post('/token?grant_type=pkce', { auth_code: 'https://x/?code=1', code_verifier: '' })).toEqual([
    400,
    'invalid request: both auth code and code verifier should be non-empty',
  ])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

const TEXT = 'For security purposes, you can only request this after'
const WIDE = `[auth.rate_limit]
sign_in_sign_ups = 1000
token_verifications = 8
token_refresh = 40
password_failures = 3
`

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ config: WIDE })
})
afterAll(() => server.close())

const forget = (prefix: string) => server.sql(`delete from auth.rate_limits where key like $1 || '%'`, [prefix])
const otp = (email: string) => server.client().auth.signInWithOtp({ email })

describe('mails', () => {
  test('one a minute for each kind, alike for known and unknown addresses', async () => {
    await forget('mail')
    const email = newEmail()
    expect((await otp(email)).error).toBeNull()
    const { error } = await otp(email)
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(new RegExp(`^${TEXT} (5\\d|60) seconds\\.$`))
    const known = (await server.person()).email
    for (const address of [known, newEmail()]) {
      expect((await server.client().auth.resetPasswordForEmail(address)).error).toBeNull()
      expect((await server.client().auth.resetPasswordForEmail(address)).error?.message).toContain(TEXT)
      expect((await server.client().auth.resend({ type: 'signup', email: address })).error).toBeNull()
      expect((await server.client().auth.resend({ type: 'signup', email: address })).error?.message).toContain(TEXT)
    }
  })

  test('thirty an hour from one client address', async () => {
    await forget('mail')
    let sent = 0
    for (let i = 0; i < 35; i++) if (!(await otp(newEmail())).error) sent++
    expect(sent).toBe(30)
    await forget('mail')
  })

  test('what was not sent does not count', async () => {
    await forget('mail')
    const email = newEmail()
    expect((await server.client().auth.signUp({ email, password: '1' })).error?.code).toBe('weak_password')
    expect((await server.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  })
})

describe('requests', () => {
  test('tries to verify are limited per client address', async () => {
    await forget('verify')
    const tries = Array.from({ length: 12 }, () => server.client().auth.verifyOtp({ token_hash: 'x', type: 'email' }))
    const codes = (await Promise.all(tries)).map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'otp_expired')).toHaveLength(8)
    const limited = await server.client().auth.verifyOtp({ token_hash: 'x', type: 'email' })
    expect(limited.error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
  })

  test('a header that names another address changes nothing', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    const body = JSON.stringify({ token_hash: 'x', type: 'email' })
    expect((await fetch(`${server.url}/auth/v1/verify`, { method: 'POST', headers, body })).status).toBe(429)
  })

  test('wrong passwords are limited per account, and a right one forgives', async () => {
    const { email } = await server.person()
    const signIn = (password: string) => server.client().auth.signInWithPassword({ email, password })
    await forget('token')
    await forget('password')
    for (let i = 0; i < 2; i++) expect((await signIn('wrong one')).error?.code).toBe('invalid_credentials')
    expect((await signIn(PASSWORD)).error).toBeNull()
    for (let i = 0; i < 3; i++) expect((await signIn('wrong one')).error?.code).toBe('invalid_credentials')
    expect((await signIn(PASSWORD)).error?.code).toBe('over_request_rate_limit')
  })

  test('refreshes are limited', async () => {
    await forget('token')
    const refresh = () => server.client().auth.refreshSession({ refresh_token: 'x'.repeat(32) })
    const codes = (await Promise.all(Array.from({ length: 45 }, refresh))).map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(5)
    await forget('token')
  })

  test('counters are kept in the database and forgotten after their time', async () => {
    await forget('verify')
    await server.client().auth.verifyOtp({ token_hash: 'x', type: 'email' })
    const [row] = await server.sql<{ points: number }>(
      `select points from auth.rate_limits where key = 'verify:127.0.0.1'`,
    )
    expect(row?.points).toBe(1)
    await server.sql(`update auth.rate_limits set points = 99, expires_at = now() where key = 'verify:127.0.0.1'`)
    expect((await server.client().auth.verifyOtp({ token_hash: 'x', type: 'email' })).error?.code).toBe('otp_expired')
  })
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

test('recovery: mail, link, new password', async () => {
  const { email } = await server.person()
  const client = server.client()
  const asked = await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/reset` })
  expect(asked).toEqual({ data: {}, error: null })
  const mail = await server.lastMail(email)
  expect([mail.kind, mail.link.searchParams.get('type')]).toEqual(['recovery', 'recovery'])
  expect(mail.link.searchParams.get('redirect_to')).toBe(`${server.url}/reset`)
  expect((await client.auth.verifyOtp({ email, token: mail.code, type: 'recovery' })).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await client.auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
})

test('recovery says the same for an unknown address, after the same time', async () => {
  const patient = await startAuthServer({ answerFloorMs: 120 })
  onTestFinished(() => patient.close())
  const { email } = await patient.person()
  const ask = async (address: string) => {
    const started = performance.now()
    const answer = await patient.client().auth.resetPasswordForEmail(address)
    return { answer, ms: performance.now() - started }
  }
  const known = await ask(email)
  const unknown = await ask(newEmail())
  expect(unknown.answer).toEqual(known.answer)
  expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(100)
  expect((await server.client().auth.resetPasswordForEmail('')).error?.message).toBe(
    'Password recovery requires an email',
  )
})

test('resend mails the confirmation again, and is silent about everyone else', async () => {
  const email = newEmail()
  const client = server.client()
  await client.auth.signUp({ email, password: PASSWORD })
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(await server.mails(email)).toHaveLength(2)
  const { tokenHash } = await server.lastMail(email)
  expect((await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })).error).toBeNull()
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(await server.mails(email)).toHaveLength(2)
  const unknown = newEmail()
  expect((await client.auth.resend({ type: 'signup', email: unknown })).error).toBeNull()
  expect((await client.auth.resend({ type: 'email_change', email: unknown })).error).toBeNull()
  expect(await server.mails(unknown)).toEqual([])
})

test('resend refuses other types', async () => {
  const { error } = await server.client().auth.resend({ type: 'magiclink' as 'signup', email: newEmail() })
  expect(error?.message).toBe('Missing one of these types: signup, email_change, sms, phone_change')
  const sms = await server.client().auth.resend({ type: 'sms', phone: '+972501234567' })
  expect(sms.error?.code).toBe('phone_provider_disabled')
})

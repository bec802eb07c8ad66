import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const signIn = (email: string, password = PASSWORD) => server.client().auth.signInWithPassword({ email, password })
const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }

test('a password signs in', async () => {
  const { email, userId } = await server.person()
  const { data, error } = await signIn(email.toUpperCase())
  expect(error).toBeNull()
  expect(data.user?.id).toBe(userId)
  expect(data.user?.last_sign_in_at).toBeTruthy()
  expect(data.weakPassword).toBeUndefined()
})

test('one answer for a wrong password, no password and no user', async () => {
  const { email } = await server.person()
  const withoutPassword = newEmail()
  await server.admin.auth.admin.createUser({ email: withoutPassword, email_confirm: true })
  for (const address of [email, withoutPassword, newEmail(), 'not an address']) {
    expect((await signIn(address, 'something else')).error).toMatchObject(wrong)
  }
})

test('unconfirmed and banned users do not get in, and only the right password is told why', async () => {
  const unconfirmed = newEmail()
  await server.client().auth.signUp({ email: unconfirmed, password: PASSWORD })
  expect((await signIn(unconfirmed)).error).toMatchObject({
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  })
  expect((await signIn(unconfirmed, 'guess!')).error).toMatchObject(wrong)
  const { email, userId, client } = await server.person()
  await server.admin.auth.admin.updateUserById(userId, { ban_duration: '1h' })
  expect((await signIn(email)).error).toMatchObject({ code: 'user_banned', message: 'User is banned' })
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
  await server.admin.auth.admin.updateUserById(userId, { ban_duration: 'none' })
  expect((await signIn(email)).error).toBeNull()
})

test('phones and unknown grants are refused', async () => {
  const { error } = await server.client().auth.signInWithPassword({ phone: '+972501234567', password: PASSWORD })
  expect(error).toMatchObject({ code: 'phone_provider_disabled', message: 'Phone logins are disabled' })
  const headers = { apikey: server.supabase.anonKey }
  const init = { method: 'POST', headers, body: '{}' }
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=constructor`, init)
  expect(await answer.json()).toMatchObject({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'unsupported_grant_type',
  })
  const idToken = await server.client().auth.signInWithIdToken({ provider: 'google', token: 'x' })
  expect(idToken.error?.code).toBe('provider_disabled')
})

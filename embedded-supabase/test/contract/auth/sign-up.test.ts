import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

test('sign-up, mail, verification, session, refresh, user, sign-out', async () => {
  const email = newEmail()
  const client = server.client()
  const signedUp = await client.auth.signUp({ email, password: PASSWORD, options: { data: { first_name: 'דנה' } } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    ...{ aud: 'authenticated', role: 'authenticated', email, phone: '', is_anonymous: false },
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { first_name: 'דנה', email, email_verified: false },
    identities: [{ provider: 'email', identity_data: { email } }],
  })
  const { tokenHash, kind } = await server.lastMail(email)
  expect(kind).toBe('confirmation')
  const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email' })
  expect(verified.error).toBeNull()
  expect(verified.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(verified.data.user?.user_metadata.email_verified).toBe(true)
  const refreshed = await client.auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(verified.data.session?.refresh_token)
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({ email, aal: 'aal1', amr: [{ method: 'otp' }] })
  const token = refreshed.data.session?.access_token
  expect((await client.auth.signOut()).error).toBeNull()
  expect((await client.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
})

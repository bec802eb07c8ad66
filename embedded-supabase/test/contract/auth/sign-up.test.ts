import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

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
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    is_anonymous: false,
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
  expect(verified.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
  const refreshed = await client.auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(verified.data.session?.refresh_token)
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({ email, aal: 'aal1', amr: [{ method: 'otp' }] })
  const token = refreshed.data.session?.access_token
  expect((await client.auth.signOut()).error).toBeNull()
  expect((await client.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
})

describe('an address that is there already', () => {
  test('confirmed: a fake user, no mail and nothing changed', async () => {
    const { email, userId } = await server.person()
    const { data, error } = await server.client().auth.signUp({
      email: ` ${email.toUpperCase()} `,
      password: 'another password',
      options: { data: { first_name: 'Mallory' } },
    })
    expect(error).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(data.user?.id).not.toBe(userId)
    expect(await server.mails(email)).toEqual([])
    const signIn = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.data.user?.user_metadata.first_name).toBeUndefined()
  })

  test('unconfirmed: the mail comes again, metadata stays the first one, no password is left, and the answer tells nothing', async () => {
    const email = newEmail()
    const client = server.client()
    const options = { data: { first_name: 'Dana' } }
    const first = await client.auth.signUp({ email, password: PASSWORD, options })
    const old = await server.lastMail(email)
    const second = await client.auth.signUp({
      email,
      password: 'hijacked-pw',
      options: { data: { first_name: 'Eve' } },
    })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect(second.data.user?.user_metadata.first_name).toBe('Eve')
    expect(await server.mails(email)).toHaveLength(2)
    expect((await client.auth.verifyOtp({ token_hash: old.tokenHash, type: 'signup' })).error?.code).toBe('otp_expired')
    const { code } = await server.lastMail(email)
    const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(verified.data.user?.user_metadata.first_name).toBe('Dana')
    for (const password of ['hijacked-pw', PASSWORD]) {
      const { error } = await client.auth.signInWithPassword({ email, password })
      expect(error?.code).toBe('invalid_credentials')
    }
  })

  test('two sign-ups of one new address at once make one user', async () => {
    const email = newEmail()
    const both = await Promise.all([1, 2, 3].map(() => server.client().auth.signUp({ email, password: PASSWORD })))
    expect(both.map(({ error }) => error)).toEqual([null, null, null])
    expect(new Set(both.map(({ data }) => data.user?.id)).size).toBe(1)
  })
})

describe('what is refused', () => {
  const cases: [string, { email?: string; phone?: string; password: string }, number, string, string][] = [
    [
      'a short password',
      { email: 'a@example.com', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ],
    [
      'a long password',
      { email: 'a@example.com', password: 'x'.repeat(73) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      'no password',
      { email: 'a@example.com', password: '' },
      400,
      'validation_failed',
      'Signup requires a valid password',
    ],
    [
      'no address',
      { email: 'a', password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'a phone',
      { phone: '+972501234567', password: PASSWORD },
      400,
      'phone_provider_disabled',
      'Phone signups are disabled',
    ],
  ]
  test.each(cases)('%s', async (_, credentials, status, code, message) => {
    const { error } = await server.client().auth.signUp(credentials as { email: string; password: string })
    expect(error).toMatchObject({ status, code, message })
  })

  test('nobody', async () => {
    const { error } = await server.client().auth.signInAnonymously()
    expect(error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
      message: 'Anonymous sign-ins are disabled',
    })
  })

  test('weak passwords come with their reasons', async () => {
    const { error } = await server.client().auth.signUp({ email: newEmail(), password: '123' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  })
})

describe('other configurations', () => {
  test('without confirmations a sign-up is a sign-in', async () => {
    const auto = await startAuthServer({
      config: RELAXED.replace('[auth.email]', '[auth.email]\nenable_confirmations = false'),
    })
    try {
      const email = newEmail()
      const client = auto.client()
      const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { a: 1 } } })
      expect(error).toBeNull()
      expect(data.session?.access_token).toBeTruthy()
      expect(data.user).toMatchObject({ email_confirmed_at: expect.any(String), last_sign_in_at: expect.any(String) })
      expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'password' }])
      const again = await auto.client().auth.signUp({ email, password: PASSWORD })
      expect(again.error).toMatchObject({
        status: 422,
        code: 'user_already_exists',
        message: 'User already registered',
      })
      expect(await auto.mails(email)).toEqual([])
      const otp = newEmail()
      expect((await client.auth.signInWithOtp({ email: otp })).error).toBeNull()
      expect((await auto.lastMail(otp)).kind).toBe('magic_link')
      const next = newEmail()
      const changed = await client.auth.updateUser({ email: next })
      expect(changed.data.user?.email).toBe(next)
    } finally {
      await auto.close()
    }
  })

  test('anonymous users and phone passwords, when they are switched on', async () => {
    const open = await startAuthServer({
      config: `[auth]\nenable_anonymous_sign_ins = true\n[auth.sms]\nenable_signup = true\nenable_confirmations = false\n${RELAXED}`,
    })
    try {
      const client = open.client()
      const nobody = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
      expect(nobody.data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { theme: 'dark' } })
      expect((await client.auth.getClaims()).data?.claims).toMatchObject({
        is_anonymous: true,
        amr: [{ method: 'anonymous' }],
      })
      const email = newEmail()
      await client.auth.updateUser({ email })
      const { tokenHash } = await open.lastMail(email)
      const known = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
      expect(known.data.user).toMatchObject({ id: nobody.data.user?.id, email, is_anonymous: false })
      const phone = '972501234567'
      const signedUp = await client.auth.signUp({ phone: `+${phone}`, password: PASSWORD })
      expect(signedUp.data.user).toMatchObject({
        phone,
        app_metadata: { provider: 'phone' },
        phone_confirmed_at: expect.any(String),
      })
      expect((await client.auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
      expect((await client.auth.signInWithPassword({ phone, password: 'wrong one' })).error?.code).toBe(
        'invalid_credentials',
      )
      expect((await client.auth.signUp({ phone, password: PASSWORD })).error?.code).toBe('user_already_exists')
      expect((await client.auth.signUp({ phone: '050-x', password: PASSWORD })).error?.status).toBe(400)
    } finally {
      await open.close()
    }
  })

  test('closed sign-ups are closed in every way; weak passwords follow the requirements', async () => {
    const closed = await startAuthServer({
      config: `[auth]\nenable_signup = false\npassword_requirements = "letters_digits"\n${RELAXED}`,
    })
    try {
      const refused = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
      const client = closed.client()
      expect((await client.auth.signUp({ email: newEmail(), password: PASSWORD })).error).toMatchObject(refused)
      expect((await client.auth.signInWithOtp({ email: newEmail() })).error).toMatchObject(refused)
      const weak = await closed.admin.auth.admin.createUser({ email: newEmail(), password: 'onlyletters' })
      expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
      expect((await closed.admin.auth.admin.createUser({ email: newEmail(), password: 'letters1' })).error).toBeNull()
    } finally {
      await closed.close()
    }
  })
})

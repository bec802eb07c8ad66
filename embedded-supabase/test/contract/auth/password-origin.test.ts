import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

const STRANGERS = 'password of a stranger'

describe('a password that was chosen before the address was proved', () => {
  let server: AuthServer
  beforeAll(async () => {
    server = await startAuthServer()
  })
  afterAll(() => server.close())

  const redeem = async (email: string) => {
    const { tokenHash } = await server.lastMail(email)
    return server.client().auth.verifyOtp({ token_hash: tokenHash, type: 'email' })
  }
  const opens = async (email: string, password = STRANGERS) =>
    (await server.client().auth.signInWithPassword({ email, password })).error?.code ?? 'opens'
  const claim = (email: string, password = STRANGERS) => server.client().auth.signUp({ email, password })
  const link = async (email: string, type: 'magiclink' | 'recovery' | 'signup') => {
    const { data } = await server.admin.auth.admin.generateLink({ type, email, password: PASSWORD })
    return server.client().auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'email' })
  }

  test.each<[string, (email: string) => Promise<unknown>]>([
    [
      'a link or code that was asked for',
      async (email) => {
        await server.client().auth.signInWithOtp({ email })
        const { code } = await server.lastMail(email)
        return server.client().auth.verifyOtp({ email, token: code, type: 'email' })
      },
    ],
    [
      'a recovery',
      async (email) => {
        await server.client().auth.resetPasswordForEmail(email)
        return redeem(email)
      },
    ],
    [
      'an invitation',
      async (email) => {
        await server.admin.auth.admin.inviteUserByEmail(email)
        return redeem(email)
      },
    ],
    [
      'a sign-up of their own',
      async (email) => {
        await claim(email, PASSWORD)
        return redeem(email)
      },
    ],
    ['a link that an administrator made', (email) => link(email, 'magiclink')],
    ['a recovery that an administrator made', (email) => link(email, 'recovery')],
    ['a sign-up that an administrator made', (email) => link(email, 'signup')],
    [
      'a link, after which the stranger signed up again',
      async (email) => {
        await server.client().auth.signInWithOtp({ email })
        await claim(email)
        return redeem(email)
      },
    ],
  ])('does not open the account of who proves it by %s', async (_, prove) => {
    const email = newEmail()
    await claim(email)
    expect(await prove(email)).toMatchObject({ error: null })
    expect([await opens(email), await opens(email, PASSWORD)]).toEqual(['invalid_credentials', 'invalid_credentials'])
  })

  test('that was followed by a stranger’s is gone as well', async () => {
    const email = newEmail()
    await claim(email, PASSWORD)
    await claim(email)
    await redeem(email)
    expect([await opens(email), await opens(email, PASSWORD)]).toEqual(['invalid_credentials', 'invalid_credentials'])
  })

  test('opens the account by the links of its own sign-up, also when they were sent again', async () => {
    for (const again of ['no', 'resend', 'the same sign-up']) {
      const email = newEmail()
      await claim(email, PASSWORD)
      if (again === 'resend') await server.client().auth.resend({ type: 'signup', email })
      if (again === 'the same sign-up') await claim(email, PASSWORD)
      expect((await redeem(email)).error).toBeNull()
      expect(await opens(email, PASSWORD)).toBe('opens')
    }
  })

  test('that belongs to a proved address survives links, and leaves no session before', async () => {
    const { email } = await server.person()
    await server.client().auth.signInWithOtp({ email })
    await redeem(email)
    await link(email, 'recovery')
    expect(await opens(email, PASSWORD)).toBe('opens')
    const claimed = newEmail()
    await claim(claimed)
    const [left] = await server.sql(
      `select (select count(*) from auth.sessions s where s.user_id = u.id)::int as sessions,
         (select count(*) from auth.mfa_factors f where f.user_id = u.id)::int as factors,
         (select count(*) from auth.refresh_tokens r where r.user_id = u.id)::int as tokens
         from auth.users u where email = $1`,
      [claimed],
    )
    expect(left).toEqual({ sessions: 0, factors: 0, tokens: 0 })
  })
})

describe('a project without passwords', () => {
  let server: AuthServer
  beforeAll(async () => {
    server = await startAuthServer({
      config: RELAXED.replace('[auth.email]', '[auth.email]\npassword_sign_in = false'),
    })
  })
  afterAll(() => server.close())
  const refused = { status: 422, code: 'email_provider_disabled', message: 'Email logins are disabled' }
  const kept = () => server.sql('select email from auth.users where encrypted_password is not null')

  async function person() {
    const email = newEmail()
    const client = server.client()
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
    const { tokenHash } = await server.lastMail(email)
    const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email' })
    expect(error).toBeNull()
    return { email, client, id: data.user?.id ?? '' }
  }

  test('takes the one of a sign-up and throws it away; none signs in', async () => {
    const { email } = await person()
    for (const [address, password] of [
      [email, PASSWORD],
      [email, 'another one'],
      [newEmail(), PASSWORD],
    ] as const) {
      const { error } = await server.client().auth.signInWithPassword({ email: address, password })
      expect(error).toMatchObject(refused)
    }
    expect(await kept()).toEqual([])
  })

  test('refuses one that is set on a session, by an administrator or as a hash', async () => {
    const { client, id, email } = await person()
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject(refused)
    expect((await server.admin.auth.admin.updateUserById(id, { password: PASSWORD })).error).toMatchObject(refused)
    const password_hash = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZBAJ1bUxS2hYDGmDFSTQjCPrHC7rGu'
    const created = await server.admin.auth.admin.createUser({ email: newEmail(), password_hash })
    expect(created.error).toMatchObject(refused)
    const link = await server.admin.auth.admin.generateLink({ type: 'signup', email: newEmail(), password: PASSWORD })
    expect(link.error).toBeNull()
    expect((await client.auth.updateUser({ data: { theme: 'dark' } })).data.user?.email).toBe(email)
    expect(await kept()).toEqual([])
  })
})

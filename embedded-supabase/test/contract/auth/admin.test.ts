import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const admin = () => server.admin.auth.admin

describe('users', () => {
  test('create, read, update, list, delete', async () => {
    const email = newEmail()
    const created = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      phone: '+972 50-1234567'.replace('-', ''),
      phone_confirm: true,
      user_metadata: { first_name: 'דנה' },
      app_metadata: { plan: 'free' },
    })
    expect(created.error).toBeNull()
    expect(created.data.user).toMatchObject({
      email,
      phone: '972501234567',
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { first_name: 'דנה', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'free' },
    })
    const id = created.data.user?.id ?? ''
    const changed = await admin().updateUserById(id, {
      email: `new-${email}`,
      user_metadata: { first_name: null, last_name: 'לוי' },
      app_metadata: { plan: 'paid' },
    })
    expect(changed.data.user).toMatchObject({
      email: `new-${email}`,
      app_metadata: { plan: 'paid', provider: 'email' },
    })
    expect(changed.data.user?.user_metadata).not.toHaveProperty('first_name')
    expect((await admin().getUserById(id)).data.user?.identities?.map(({ provider }) => provider)).toEqual([
      'email',
      'phone',
    ])
    const removed = await admin().deleteUser(id)
    expect(removed.error).toBeNull()
    expect((await admin().getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: 'User not found',
    })
  })

  test('a chosen id and a ready bcrypt hash are taken', async () => {
    const id = crypto.randomUUID()
    const email = newEmail()
    const password_hash = '$2b$10$n4YO9Xm8ogIyxfN2xsIxrOgvJDJ52mqHfcy5hSAwGJMtTMcEQAMZW'
    const { data, error } = await admin().createUser({ id, email, password_hash, email_confirm: true })
    expect([error, data.user?.id]).toEqual([null, id])
    expect((await admin().createUser({ email: newEmail(), password_hash: 'plain' })).error?.status).toBe(400)
  })

  test('pages', async () => {
    for (let i = 0; i < 3; i++) await admin().createUser({ email: newEmail() })
    const first = await admin().listUsers({ page: 1, perPage: 2 })
    expect(first.data.users).toHaveLength(2)
    expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) })
    const second = await admin().listUsers({ page: 2, perPage: 2 })
    expect(second.data.users[0]?.id).not.toBe(first.data.users[0]?.id)
    expect((await admin().listUsers({ page: 9, perPage: 1000 })).data.users).toEqual([])
    expect((await admin().listUsers({ page: -1 })).error?.status).toBe(400)
  })

  test('a ban with a length, a soft deletion, a new password', async () => {
    const { client, userId, email } = await server.person()
    expect((await admin().updateUserById(userId, { ban_duration: 'forever' })).error?.status).toBe(400)
    const banned = await admin().updateUserById(userId, { ban_duration: '1h30m' })
    const until = Date.parse((banned.data.user as unknown as { banned_until: string }).banned_until)
    expect(Math.abs(until - Date.now() - 5_400_000)).toBeLessThan(5000)
    await admin().updateUserById(userId, { ban_duration: 'none', password: 'set by admin' })
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.signInWithPassword({ email, password: 'set by admin' })).error).toBeNull()
    expect((await admin().deleteUser(userId, true)).error).toBeNull()
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
    const [row] = await server.sql<{ email: string }>('select email from auth.users where id = $1', [userId])
    expect(row?.email).not.toContain('@')
    expect((await admin().createUser({ email })).error).toBeNull()
  })

  test('refusals', async () => {
    const { email } = await server.person()
    expect((await admin().createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin().createUser({})).error?.message).toBe('Cannot create a user without either an email or phone')
    expect((await admin().createUser({ email: newEmail(), password: '1' })).error?.code).toBe('weak_password')
    const byHand = await fetch(`${server.url}/auth/v1/admin/users/x`, {
      headers: { authorization: `Bearer ${server.supabase.serviceRoleKey}` },
    })
    expect([byHand.status, await byHand.json()]).toMatchObject([404, { error_code: 'validation_failed' }])
  })
})

test('only the service key may', async () => {
  const { client } = await server.person()
  const token = (await client.auth.getSession()).data.session?.access_token
  const paths = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['PUT', `/admin/users/${crypto.randomUUID()}`],
    ['DELETE', `/admin/users/${crypto.randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', `/admin/users/${crypto.randomUUID()}/factors`],
  ] as const
  for (const [method, path] of paths) {
    for (const bearer of [token, server.supabase.anonKey]) {
      const answer = await fetch(`${server.url}/auth/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
      })
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin'])
    }
    expect((await fetch(`${server.url}/auth/v1${path}`, { method })).status).toBe(401)
  }
})

describe('invitations and links', () => {
  test('an invitation is mailed, can be accepted once, and not be repeated afterwards', async () => {
    const email = newEmail()
    const invited = await admin().inviteUserByEmail(email, { data: { team: 'x' }, redirectTo: `${server.url}/join` })
    expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { team: 'x' } })
    const mail = await server.lastMail(email)
    expect([mail.kind, mail.link.searchParams.get('type')]).toEqual(['invite', 'invite'])
    const client = server.client()
    expect((await client.auth.verifyOtp({ token_hash: mail.tokenHash, type: 'invite' })).error).toBeNull()
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('each type of link, none of them mailed', async () => {
    const email = newEmail()
    const client = server.client()
    const signup = await admin().generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { a: 1 } },
    })
    expect(signup.data.user).toMatchObject({ email, user_metadata: { a: 1 } })
    expect(signup.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: server.url })
    expect(signup.data.properties?.email_otp).toMatch(/^\d{6}$/)
    const url = new URL(signup.data.properties?.action_link ?? '')
    expect(url.searchParams.get('token')).toBe(signup.data.properties?.hashed_token)
    const token = signup.data.properties?.email_otp ?? ''
    expect((await client.auth.verifyOtp({ email, token, type: 'signup' })).error).toBeNull()
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin().generateLink({ type, email, options: { redirectTo: 'https://evil.example' } })
      expect(data.properties).toMatchObject({ verification_type: type, redirect_to: server.url })
      expect((await client.auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type })).error).toBeNull()
    }
    const newAddress = newEmail()
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin().generateLink({ type, email, newEmail: newAddress })
      const token_hash = data.properties?.hashed_token ?? ''
      expect((await client.auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull()
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(newAddress)
    expect(await server.mails(email)).toEqual([])
  })

  test('refusals and stand-ins', async () => {
    const unknown = await admin().generateLink({ type: 'magiclink', email: newEmail() })
    expect(unknown.data.properties?.verification_type).toBe('signup')
    expect((await admin().generateLink({ type: 'recovery', email: newEmail() })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    const { email } = await server.person()
    expect((await admin().generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe('email_exists')
    expect((await admin().generateLink({ type: 'invite', email })).error?.code).toBe('email_exists')
    expect((await admin().generateLink({ type: 'x' as 'invite', email })).error?.status).toBe(400)
  })
})

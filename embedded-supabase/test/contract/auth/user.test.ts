import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    config: RELAXED.replace('[auth.email]', '[auth.email]\nsecure_password_change = true'),
  })
})
afterAll(() => server.close())

describe('PUT /user', () => {
  test('merges metadata; null removes', async () => {
    const { client } = await server.person()
    await client.auth.updateUser({ data: { a: 1, b: { c: 2 }, d: 'ש' } })
    const { data, error } = await client.auth.updateUser({ data: { a: null, b: 3 } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ b: 3, d: 'ש' })
    expect(data.user?.user_metadata).not.toHaveProperty('a')
  })

  test('a person cannot touch app_metadata, role or phone', async () => {
    const { client } = await server.person()
    const put = async (body: object) => {
      const token = (await client.auth.getSession()).data.session?.access_token
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/auth/v1/user`, { method: 'PUT', body: JSON.stringify(body), headers })
      return { status: answer.status, body: await answer.json() }
    }
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
    expect(await put({ phone: '+972501234567' })).toMatchObject({
      status: 400,
      body: { error_code: 'phone_provider_disabled' },
    })
    const { body } = await put({ role: 'service_role', id: 'x', email_confirmed_at: null, banned_until: 'x' })
    expect(body.role).toBe('authenticated')
  })

  test('a new password ends the other sessions and all links', async () => {
    const { client, email } = await server.person()
    const other = server.client()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    await other.auth.resetPasswordForEmail(email)
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    })
    expect((await client.auth.updateUser({ password: '123' })).error?.code).toBe('weak_password')
    expect((await client.auth.updateUser({ password: 'another password' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const { tokenHash } = await server.lastMail(email)
    expect((await other.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error?.code).toBe('otp_expired')
  })

  test('an old session needs a mailed code for a new password', async () => {
    const { client, email, userId } = await server.person()
    await server.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [userId])
    const change = (nonce?: string) =>
      client.auth.updateUser({ password: 'another password', ...(nonce ? { nonce } : {}) })
    expect((await change()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code, kind } = await server.lastMail(email)
    expect(kind).toBe('reauthentication')
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await change(wrong)).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
      message: 'Nonce has expired or is invalid',
    })
    expect((await change(code)).error).toBeNull()
  })
})

describe('a change of address', () => {
  test('needs the links of both addresses', async () => {
    const { client, email } = await server.person()
    const next = newEmail()
    const asked = await client.auth.updateUser({ email: next }, { emailRedirectTo: `${server.url}/x` })
    expect(asked.data.user).toMatchObject({ email, new_email: next, email_change_sent_at: expect.any(String) })
    const [old, fresh] = [await server.lastMail(email), await server.lastMail(next)]
    expect([old.kind, fresh.kind]).toEqual(['email_change', 'email_change'])
    expect(fresh.html).toContain(`from ${email} to ${next}`)
    const first = await fetch(fresh.link, { redirect: 'manual' })
    expect(first.headers.get('location')).toContain('#message=Confirmation+link+accepted')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const second = await client.auth.verifyOtp({ token_hash: old.tokenHash, type: 'email_change' })
    expect(second.error).toBeNull()
    expect(second.data.user).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] })
    expect(second.data.user?.new_email).toBeUndefined()
    expect((await client.auth.signInWithPassword({ email: next, password: PASSWORD })).error).toBeNull()
  })

  test('works with the codes too, and one of them twice is not enough', async () => {
    const { client, email } = await server.person()
    const next = newEmail()
    await client.auth.updateUser({ email: next })
    const [old, fresh] = [await server.lastMail(email), await server.lastMail(next)]
    const half = await client.auth.verifyOtp({ email, token: old.code, type: 'email_change' })
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await client.auth.verifyOtp({ email, token: old.code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    )
    const whole = await client.auth.verifyOtp({ email: next, token: fresh.code, type: 'email_change' })
    expect(whole.data.user?.email).toBe(next)
  })

  test('one side twice, with new mails in between, is not enough', async () => {
    const { client, email } = await server.person()
    const next = newEmail()
    await client.auth.updateUser({ email: next })
    const { tokenHash } = await server.lastMail(email)
    await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    const again = await server.lastMail(email)
    const half = await client.auth.verifyOtp({ token_hash: again.tokenHash, type: 'email_change' })
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: next })
  })

  test('can be mailed again, and an address that is taken is refused, also at the end', async () => {
    const { client, email } = await server.person()
    const taken = await server.person()
    expect((await client.auth.updateUser({ email: taken.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
    const next = newEmail()
    await client.auth.updateUser({ email: next })
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    const [old, fresh] = [await server.lastMail(email), await server.lastMail(next)]
    await server.person(next)
    await client.auth.verifyOtp({ token_hash: old.tokenHash, type: 'email_change' })
    const late = await client.auth.verifyOtp({ token_hash: fresh.tokenHash, type: 'email_change' })
    expect(late.error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

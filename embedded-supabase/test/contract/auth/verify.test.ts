import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, RELAXED, sha256, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ config: RELAXED.replace('[auth.email]', '[auth.email]\ncode_expiry = 600') })
})
afterAll(() => server.close())

const otpExpired = { status: 403, code: 'otp_expired' }
const verify = (token_hash: string, type: 'email' | 'magiclink' | 'signup' | 'recovery' | 'invite' = 'email') =>
  server.client().auth.verifyOtp({ token_hash, type })

async function link(email = newEmail(), type: 'magiclink' | 'recovery' = 'magiclink') {
  const { data, error } = await server.admin.auth.admin.generateLink({ type, email })
  if (error) throw error
  return { email, ...data.properties, userId: data.user.id }
}

async function confirmedEmail() {
  return (await server.person()).email
}

describe('one-time tokens', () => {
  test('30 redemptions of one link at once make one session', async () => {
    const { hashed_token } = await link()
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(hashed_token)))
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'otp_expired')).toHaveLength(29)
  })

  test('30 redemptions of one code at once make one session', async () => {
    const { email, email_otp: token } = await link(await confirmedEmail())
    const tries = Array.from({ length: 30 }, () => server.client().auth.verifyOtp({ email, token, type: 'email' }))
    expect((await Promise.all(tries)).filter(({ data }) => data.session)).toHaveLength(1)
  })

  test('link and code are the same token: one ends the other', async () => {
    const { email, email_otp: token, hashed_token } = await link(await confirmedEmail())
    expect((await server.client().auth.verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull()
    expect((await verify(hashed_token)).error).toMatchObject({
      ...otpExpired,
      message: 'Email link is invalid or has expired',
    })
  })

  test('a newer one ends the older one', async () => {
    const email = await confirmedEmail()
    const older = await link(email)
    const newer = await link(email)
    expect((await verify(older.hashed_token)).error).toMatchObject(otpExpired)
    expect((await verify(newer.hashed_token)).error).toBeNull()
  })

  test('are stored as hashes only', async () => {
    const { hashed_token, email_otp } = await link()
    const [row] = await server.sql<{ dump: string }>(
      `select json_agg(t)::text as dump from auth.one_time_tokens t where token_hash = $1`,
      [sha256(hashed_token)],
    )
    expect(row?.dump).toBeTruthy()
    expect(row?.dump).not.toContain(hashed_token)
    expect(row?.dump).not.toContain(`"${email_otp}"`)
  })

  test('a link lives 24 hours, a code as long as configured', async () => {
    const age = (interval: string, token: string) =>
      server.sql(`update auth.one_time_tokens set created_at = now() - $1::interval where token_hash = $2`, [
        interval,
        sha256(token),
      ])
    const [alive, dead, codeAlive, codeDead] = [await link(), await link(), await link(), await link()]
    await age('23:59:00', alive.hashed_token)
    await age('24:00:00', dead.hashed_token)
    await age('00:09:00', codeAlive.hashed_token)
    await age('00:10:00', codeDead.hashed_token)
    expect((await verify(alive.hashed_token)).error).toBeNull()
    expect((await verify(dead.hashed_token)).error).toMatchObject(otpExpired)
    const byCode = ({ email, email_otp: token }: typeof alive) =>
      server.client().auth.verifyOtp({ email, token, type: 'email' })
    expect((await byCode(codeAlive)).error).toBeNull()
    expect((await byCode(codeDead)).error).toMatchObject({ ...otpExpired, message: 'Token has expired or is invalid' })
    expect((await verify(codeDead.hashed_token)).error).toBeNull()
  })

  test('five wrong codes end the code, also all at once, but not the link', async () => {
    const { email, email_otp, hashed_token } = await link(await confirmedEmail())
    const wrong = Array.from({ length: 40 }, (_, i) => String((Number(email_otp) + i + 1) % 1_000_000).padStart(6, '0'))
    const guess = (token: string) => server.client().auth.verifyOtp({ email, token, type: 'email' })
    const answers = await Promise.all(wrong.map(guess))
    expect(answers.every(({ error }) => error?.code === 'otp_expired')).toBe(true)
    const [row] = await server.sql<{ attempts: number }>(
      'select attempts from auth.one_time_tokens where token_hash = $1',
      [sha256(hashed_token)],
    )
    expect(row?.attempts).toBe(5)
    expect((await guess(email_otp)).error).toMatchObject(otpExpired)
    expect((await verify(hashed_token)).error).toBeNull()
  })

  test('four wrong codes do not', async () => {
    const { email, email_otp } = await link(await confirmedEmail())
    const guess = (token: string) => server.client().auth.verifyOtp({ email, token, type: 'email' })
    for (let i = 0; i < 4; i++) await guess(email_otp === '000000' ? '000001' : '000000')
    expect((await guess(email_otp)).error).toBeNull()
  })

  test('serve their own purpose only', async () => {
    const magic = await link(await confirmedEmail())
    expect((await verify(magic.hashed_token, 'signup')).error).toMatchObject(otpExpired)
    expect((await verify(magic.hashed_token, 'invite')).error).toMatchObject(otpExpired)
    expect((await verify(magic.hashed_token, 'magiclink')).error).toBeNull()
    const other = await confirmedEmail()
    const { email_otp } = await link(await confirmedEmail())
    const stolen = await server.client().auth.verifyOtp({ email: other, token: email_otp, type: 'email' })
    expect(stolen.error).toMatchObject(otpExpired)
  })

  test('a banned or deleted user gets no session', async () => {
    const banned = await link()
    await server.admin.auth.admin.updateUserById(banned.userId, { ban_duration: '24h' })
    expect((await verify(banned.hashed_token)).error).toMatchObject({ status: 403, code: 'user_banned' })
    const deleted = await link()
    await server.admin.auth.admin.deleteUser(deleted.userId)
    expect((await verify(deleted.hashed_token)).error).toMatchObject(otpExpired)
  })
})

describe('POST /verify asks for the right fields', () => {
  const cases: [object, string][] = [
    [{ token_hash: 'x' }, 'Verify requires a verification type'],
    [{ type: 'email' }, 'Verify requires either a token or a token hash'],
    [{ type: 'email', token: '1', token_hash: 'x' }, 'Verify requires either a token or a token hash'],
    [{ type: 'email', token_hash: 'x', email: 'a@example.com' }, 'Only the token_hash and type should be provided'],
    [{ type: 'email', token: '1' }, 'Only an email address or phone number should be provided on verify'],
    [{ type: 'email', token: '1', email: 'a' }, 'Unable to validate email address: invalid format'],
    [{ type: 'constructor', token_hash: 'x' }, 'Invalid email verification type'],
  ]
  test.each(cases)('%j', async (body, message) => {
    const answer = await fetch(`${server.url}/auth/v1/verify`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation_failed', message }])
  })
})

describe('GET /verify, the address in the mail', () => {
  const open = (address: string, method = 'GET') => fetch(address, { redirect: 'manual', method })

  test('redirects with a session in the fragment, once', async () => {
    const { action_link } = await link()
    const first = await open(action_link)
    expect(first.status).toBe(303)
    const location = new URL(first.headers.get('location') ?? '')
    expect(location.origin).toBe(server.url)
    const fragment = new URLSearchParams(location.hash.slice(1))
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    const { access_token = '', refresh_token = '' } = Object.fromEntries(fragment)
    const session = await server.client().auth.setSession({ access_token, refresh_token })
    expect(session.error).toBeNull()
    const second = await open(action_link)
    expect(second.headers.get('location')).toBe(
      `${server.url}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    )
  })

  test('HEAD and OPTIONS use nothing up', async () => {
    const { action_link, hashed_token } = await link()
    expect((await open(action_link, 'HEAD')).status).toBe(405)
    await open(action_link, 'OPTIONS')
    expect((await verify(hashed_token)).error).toBeNull()
  })

  test('keeps the query of the redirect and never leaves the allow-list', async () => {
    const { action_link } = await link()
    const own = action_link.replace(/redirect_to=.*/, `redirect_to=${encodeURIComponent(`${server.url}/a?next=%2Fb`)}`)
    expect((await open(own)).headers.get('location')).toContain(`${server.url}/a?next=%2Fb#access_token=`)
    const foreign = own.replace(/redirect_to=.*/, 'redirect_to=https%3A%2F%2Fevil.example')
    expect((await open(foreign)).headers.get('location')?.startsWith(`${server.url}#error=`)).toBe(true)
  })

  test('without token or type it is an error, not a redirect', async () => {
    expect((await open(`${server.url}/auth/v1/verify?type=signup`)).status).toBe(400)
    expect((await open(`${server.url}/auth/v1/verify?token=x`)).status).toBe(400)
  })
})

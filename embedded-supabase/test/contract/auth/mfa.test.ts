import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ config: `${RELAXED}\n[auth.mfa]\nmax_enrolled_factors = 3` })
})
afterAll(() => server.close())

const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 })

async function enroll({ auth }: SupabaseClient, friendlyName = 'phone app') {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return data
}

/** A person whose session was lifted by a verified factor. */
async function lifted() {
  const person = await server.person()
  const factor = await enroll(person.client)
  const { error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.totp.secret, -1),
  })
  if (error) throw error
  return { ...person, factor }
}

describe('enrolment', () => {
  test('gives a secret, its address and a picture that survives a data URL', async () => {
    const { client, email } = await server.person()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app', issuer: 'האקדמיה' })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'app' })
    expect(data?.totp.uri).toContain(`otpauth://totp/${encodeURIComponent('האקדמיה')}:${encodeURIComponent(email)}`)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]+$/)
    expect(data?.totp.uri).toContain(data?.totp.secret)
    expect((await client.auth.getUser()).data.user?.factors?.[0]).toMatchObject({
      status: 'unverified',
      factor_type: 'totp',
    })
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain(data?.totp.secret)
  })

  test('refuses a second one of the same name, too many, and kinds that are off', async () => {
    const { client } = await server.person()
    await enroll(client, '')
    const same = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: '' })
    expect(same.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    await enroll(client, 'b')
    await enroll(client, 'c')
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'd' })).error?.code).toBe(
      'too_many_enrolled_mfa_factors',
    )
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+972501234567' })
    expect(phone.error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
      message: 'MFA enroll is disabled for Phone',
    })
    const strange = await client.auth.mfa.enroll({ factorType: 'sms' as 'totp' })
    expect(strange.error?.message).toBe('factor_type needs to be totp, phone, or webauthn')
  })
})

describe('verification', () => {
  test('lifts this session to aal2, ends weaker sessions and the older refresh token', async () => {
    const { client, email } = await server.person()
    const weaker = server.client()
    await weaker.auth.signInWithPassword({ email, password: PASSWORD })
    const factor = await enroll(client)
    const old = (await client.auth.getSession()).data.session
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(challenge).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const verified = await client.auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge?.id ?? '',
      code: codeOf(factor.totp.secret),
    })
    expect(verified.error).toBeNull()
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level.data?.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method)).toEqual([
      'totp',
      'password',
    ])
    expect((await weaker.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const reused = await server.client().auth.refreshSession({ refresh_token: old?.refresh_token ?? '' })
    expect(reused.error?.code).toBe('refresh_token_not_found')
    await client.auth.refreshSession()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  test('a code works once, also for two requests at the same moment', async () => {
    const { client, factor } = await lifted()
    const code = codeOf(factor.totp.secret)
    const challenges = await Promise.all(
      Array.from({ length: 8 }, () => client.auth.mfa.challenge({ factorId: factor.id })),
    )
    const token = (await client.auth.getSession()).data.session?.access_token
    const answers = await Promise.all(
      challenges.map(({ data }) =>
        fetch(`${server.url}/auth/v1/factors/${factor.id}/verify`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ challenge_id: data?.id, code }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  })

  test('counts tries of a factor under one name, in whatever case it comes', async () => {
    const { client } = await server.person()
    const factor = await enroll(client)
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    const token = (await client.auth.getSession()).data.session?.access_token
    const verify = (id: string, code: string) =>
      fetch(`${server.url}/auth/v1/factors/${id}/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ challenge_id: challenge?.id, code }),
      })
    const counters = `select points from auth.rate_limits where key like 'factor:%'`
    await server.sql(`delete from auth.rate_limits where key like 'factor:%'`)
    await verify(factor.id, 'abcdef')
    await verify(factor.id.toUpperCase(), 'abcdef')
    expect(await server.sql(counters)).toEqual([{ points: 2 }])
    expect((await verify(factor.id.toUpperCase(), codeOf(factor.totp.secret))).status).toBe(200)
    expect(await server.sql(counters)).toEqual([])
  })

  test('refuses wrong codes, foreign factors, strange and stale challenges', async () => {
    const { client } = await server.person()
    const factor = await enroll(client)
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: 'abcdef' })
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    const stale = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret, -3),
    })
    expect(stale.error?.code).toBe('mfa_verification_failed')
    const other = await server.person()
    expect((await other.client.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await client.auth.mfa.challenge({ factorId: 'x' })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    })
    const code = codeOf(factor.totp.secret)
    const unknown = await client.auth.mfa.verify({ factorId: factor.id, challengeId: crypto.randomUUID(), code })
    expect(unknown.error?.code).toBe('mfa_factor_not_found')
    const challengeId = (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
    await server.sql(`update auth.mfa_challenges set ip_address = '10.0.0.1' where id = $1`, [challengeId])
    expect((await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code).toBe(
      'mfa_ip_address_mismatch',
    )
    await server.sql(
      `update auth.mfa_challenges set ip_address = '127.0.0.1', created_at = now() - interval '301 s' where id = $1`,
      [challengeId],
    )
    expect((await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code).toBe(
      'mfa_challenge_expired',
    )
  })
})

describe('what a verified factor protects', () => {
  test('a session of the first level may not enrol, unenrol, change address or password', async () => {
    const { email, factor } = await lifted()
    const first = server.client()
    await first.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await first.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await first.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await first.auth.updateUser({ password: 'another password' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
    expect((await first.auth.updateUser({ data: { a: 1 } })).error).toBeNull()
  })

  test('unenrolling takes the session back to the first level', async () => {
    const { client, factor } = await lifted()
    const { data, error } = await client.auth.mfa.unenroll({ factorId: factor.id })
    expect([data, error]).toEqual([{ id: factor.id }, null])
    await client.auth.refreshSession()
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('an administrator lists and removes factors', async () => {
    const { userId, factor } = await lifted()
    const { admin } = server.admin.auth
    const { data } = await admin.mfa.listFactors({ userId })
    expect(data?.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    const removed = await admin.mfa.deleteFactor({ userId, id: factor.id })
    expect(removed.error).toBeNull()
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
    expect((await admin.mfa.deleteFactor({ userId, id: factor.id })).error?.code).toBe('mfa_factor_not_found')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, RELAXED, sha256, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    config: `[auth.sessions]\ninactivity_timeout = "24h"\ntimebox = "2160h"\n${RELAXED}`,
  })
})
afterAll(() => server.close())

async function start(): Promise<{ userId: string; token: string; access: string }> {
  const { client, userId } = await server.person()
  const { session } = (await client.auth.getSession()).data
  return { userId, token: session?.refresh_token ?? '', access: session?.access_token ?? '' }
}

async function refresh(refresh_token: string): Promise<string> {
  const { data, error } = await server.client().auth.refreshSession({ refresh_token })
  return error ? `${error.code}` : (data.session?.refresh_token ?? '')
}

const age = (token: string, interval: string) =>
  server.sql('update auth.refresh_tokens set updated_at = now() - $2::interval where token = $1', [
    sha256(token),
    interval,
  ])

describe('rotation', () => {
  test('each refresh brings another token; only hashes are stored', async () => {
    const { token, userId } = await start()
    const next = await refresh(token)
    expect(next).toMatch(/^[a-z2-7]{32}$/)
    expect(next).not.toBe(token)
    const [row] = await server.sql<{ dump: string }>(
      'select json_agg(t)::text as dump from auth.refresh_tokens t where user_id = $1',
      [userId],
    )
    expect(row?.dump).toContain(sha256(next))
    expect(row?.dump).not.toContain(next)
  })

  test('a client that lost the answer gets the active token again, however late', async () => {
    const { token } = await start()
    const next = await refresh(token)
    await age(token, '1 day')
    expect(await refresh(token)).toBe(next)
    expect(await refresh(await refresh(next))).toMatch(/^[a-z2-7]{32}$/)
  })

  test('two tabs that refresh at once both stay signed in', async () => {
    const { token } = await start()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    expect(new Set(answers).size).toBe(1)
    expect(await refresh(answers[0] ?? '')).toMatch(/^[a-z2-7]{32}$/)
  })

  test('within ten seconds an older token still works, and both branches go on', async () => {
    const { token } = await start()
    const second = await refresh(token)
    const third = await refresh(second)
    const branch = await refresh(token)
    expect(branch).toMatch(/^[a-z2-7]{32}$/)
    expect(branch).not.toBe(third)
    expect(await refresh(third)).toMatch(/^[a-z2-7]{32}$/)
    expect(await refresh(branch)).toMatch(/^[a-z2-7]{32}$/)
  })

  test('later it is theft: the whole session ends, for good', async () => {
    const { token, access } = await start()
    const third = await refresh(await refresh(token))
    await age(token, '11 seconds')
    expect(await refresh(token)).toBe('refresh_token_already_used')
    expect(await refresh(third)).toBe('refresh_token_already_used')
    expect(await refresh(token)).toBe('refresh_token_already_used')
    expect((await server.client().auth.getUser(access)).error?.name).toBe('AuthSessionMissingError')
  })

  test('the messages are the protocol’s', async () => {
    const unknown = await server.client().auth.refreshSession({ refresh_token: 'a'.repeat(32) })
    expect(unknown.error).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
      message: 'Invalid Refresh Token: Refresh Token Not Found',
    })
    const short = await server.client().auth.refreshSession({ refresh_token: 'short' })
    expect(short.error).toMatchObject({ status: 400, code: 'validation_failed', message: 'Refresh token is not valid' })
  })
})

describe('the session keeps its identity and has its ends', () => {
  test('session id, amr and aal stay; user agent and time are noted', async () => {
    const { token, access, userId } = await start()
    const claims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    const { data } = await server.client().auth.refreshSession({ refresh_token: token })
    const [before, after] = [claims(access), claims(data.session?.access_token ?? '')]
    expect([after.session_id, after.amr, after.aal]).toEqual([before.session_id, before.amr, before.aal])
    const [row] = await server.sql('select refreshed_at, user_agent, ip from auth.sessions where user_id = $1', [
      userId,
    ])
    expect(row).toMatchObject({ refreshed_at: expect.any(Date), ip: '127.0.0.1' })
  })

  const ends: [string, string][] = [
    ['older than the timebox', `created_at = now() - interval '2161 hours', refreshed_at = now()`],
    ['not used for a day', `refreshed_at = now() - interval '25 hours'`],
    ['past an end of its own', `not_after = now()`],
  ]
  test.each(ends)('a session %s is not refreshed', async (_, change) => {
    const { token, userId } = await start()
    await server.sql(`update auth.sessions set ${change} where user_id = $1`, [userId])
    expect(await refresh(token)).toBe('session_expired')
  })

  test('an access token ends with the session', async () => {
    const { token, userId } = await start()
    await server.sql(`update auth.sessions set not_after = now() + interval '10 minutes' where user_id = $1`, [userId])
    const { data } = await server.client().auth.refreshSession({ refresh_token: token })
    expect(data.session?.expires_in).toBeLessThanOrEqual(600)
    expect(data.session?.expires_in).toBeGreaterThan(590)
    await server.sql('update auth.sessions set not_after = now() where user_id = $1', [userId])
    expect((await server.client().auth.getUser(data.session?.access_token)).error?.name).toBe('AuthSessionMissingError')
  })
})

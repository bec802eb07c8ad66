import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const body = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('what is not there', () => {
  test('a table: PGRST205 with the nearest name', async () => {
    const { error, status } = await server.client().from('course').select()
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'public.course' in the schema cache",
      hint: "Perhaps you meant the table 'public.courses'",
    })
  })

  test('no hint names what the role may not see', async () => {
    const { error } = await server.client().from('secret_note').select()
    expect(error).toMatchObject({ code: 'PGRST205', hint: null })
    const service = await server.client(server.supabase.serviceRoleKey).from('secret_note').select()
    expect(service.error?.hint).toBe("Perhaps you meant the table 'public.secret_notes'")
    expect((await server.client().rpc('secret_functio')).error?.hint).toBeNull()
  })

  test('a table of another schema', async () => {
    expect((await server.client().from('books').select()).error?.code).toBe('PGRST205')
    expect((await server.rest('/auth.users')).status).toBe(404)
  })
})

describe('errors of the database', () => {
  test('42501 is 401 for nobody and 403 for somebody', async () => {
    const nobody = await server.rest('/secret_notes')
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await body(nobody)).toEqual({
      code: '42501',
      message: 'permission denied for table secret_notes',
      details: null,
      hint: null,
    })
    const person = await server.person('00000000-0000-4000-8000-000000000001')
    expect((await person.from('secret_notes').select()).status).toBe(403)
  })

  test('raise keeps message, detail and hint', async () => {
    expect(await server.client().rpc('refuse', { kind: 'plain' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'plain', details: 'a detail', hint: 'a hint' },
    })
  })

  test('a PT state chooses the status', async () => {
    const response = await server.rest('/rpc/refuse', {
      method: 'POST',
      body: '{"kind":"pt"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(402)
    expect(await body(response)).toEqual({
      code: 'PT402',
      message: 'Payment Required',
      details: 'Quota exceeded',
      hint: 'Upgrade your plan',
    })
  })

  test('the PGRST state controls body, status and headers', async () => {
    const response = await server.rest('/rpc/refuse', {
      method: 'POST',
      body: '{"kind":"pgrst"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, response.headers.get('x-reason')]).toEqual([409, 'phone'])
    expect(await body(response)).toEqual({ code: 'PHONE_ALREADY_EXISTS', message: 'taken', details: 'd', hint: 'h' })
  })

  test('a PGRST state that cannot be read is PGRST121', async () => {
    for (const kind of ['pgrst-bad', 'pgrst-no-detail']) {
      expect(await server.client().rpc('refuse', { kind })).toMatchObject({ status: 500, error: { code: 'PGRST121' } })
    }
  })

  test('a statement that takes too long is cut by the limit of its role', async () => {
    // Of the limits only that of a caller without a session is shorter.
    const { error, status } = await server.client().rpc('slow', { seconds: 5 })
    expect({ code: error?.code, status }).toEqual({ code: '57014', status: 500 })
  })

  test('every error names itself for proxies', async () => {
    const response = await server.rest('/nope')
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=PGRST205')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('tokens', () => {
  const withToken = (token: string) => server.rest('/tags', { token })

  test('an expired one is PGRST303', async () => {
    const response = await withToken(await server.sign({ role: 'authenticated' }, -60))
    expect([response.status, await body(response)]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }])
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT expired"',
    )
  })

  test('a forged or broken one is PGRST301', async () => {
    const good = await server.sign({ role: 'service_role' })
    for (const token of [`${good.slice(0, -4)}AAAA`, 'a.b.c', 'nonsense', `${good.split('.')[0]}.e30.`]) {
      const response = await withToken(token)
      expect([token.length, response.status, (await body(response)).code]).toEqual([token.length, 401, 'PGRST301'])
    }
  })

  test('one of another role is refused', async () => {
    expect((await withToken(await server.sign({ role: 'postgres' }))).status).toBe(401)
    expect((await withToken(await server.sign({ role: 'authenticator' }))).status).toBe(401)
  })

  test('a token that was good ends with its time', async () => {
    const token = await server.sign({ role: 'authenticated' }, 1)
    expect((await withToken(token)).status).toBe(200)
  })

  test('one that never ends is refused', async () => {
    const secret = new TextEncoder().encode(server.jwtSecret)
    const token = await new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    const response = await withToken(token)
    expect([response.status, await body(response)]).toMatchObject([401, { code: 'PGRST303' }])
  })

  const session = { role: 'authenticated', session_id: '00000000-0000-4000-8000-000000000001' }
  const others: [string, Record<string, unknown>][] = [
    ['another issuer', { ...session, iss: 'https://elsewhere.example/auth/v1', aud: 'authenticated' }],
    ['no issuer', { ...session, aud: 'authenticated' }],
    ["the keys' issuer", { ...session, iss: 'supabase', aud: 'authenticated' }],
    ['another audience', { ...session, aud: 'elsewhere' }],
    ['no audience', session],
    ['another audience, signed by hand', { role: 'authenticated', aud: 'elsewhere' }],
  ]
  test.each(others)('one for %s is refused', async (_, claims) => {
    const issuer = `${server.url}/auth/v1`
    const token = await server.sign('iss' in claims || !/audience/.test(_) ? claims : { iss: issuer, ...claims })
    const response = await withToken(token)
    expect([response.status, await body(response)]).toMatchObject([
      401,
      { code: 'PGRST303', message: 'JWT not in audience' },
    ])
  })

  test('one of a session, for us, is taken; so is one that names several audiences', async () => {
    const iss = `${server.url}/auth/v1`
    for (const aud of ['authenticated', ['elsewhere', 'authenticated']]) {
      expect((await withToken(await server.sign({ ...session, iss, aud }))).status).toBe(200)
    }
  })

  test('without any key the caller is anonymous', async () => {
    expect((await fetch(`${server.url}/rest/v1/tags`)).status).toBe(200)
  })
})

test('media types that cannot be made are PGRST107', async () => {
  for (const accept of [
    'application/geo+json',
    'application/vnd.pgrst.plan+json; for="application/json"; options=;',
    'image/png',
  ]) {
    const response = await server.rest('/tags', { headers: { accept } })
    expect([response.status, (await body(response)).code]).toEqual([406, 'PGRST107'])
  }
  expect((await server.rest('/tags', { headers: { accept: 'image/png, */*;q=0.1' } })).status).toBe(200)
})

test('a new table is there after a notification', async () => {
  await server.supabase.database.asOwner(async (tx) => {
    await tx.query('create table public.fresh (id int)')
    for (let i = 0; i < 20; i++) await tx.query("notify pgrst, 'reload schema'")
  })
  await expect.poll(async () => (await server.client().from('fresh').select()).status).toBe(200)
  await server.supabase.database.asOwner(async (tx) => {
    await tx.query('alter table public.fresh alter id type text')
    await tx.query("notify pgrst, 'reload schema'")
  })
  await expect.poll(async () => (await server.client().from('fresh').select().eq('id', 'x')).status).toBe(200)
})

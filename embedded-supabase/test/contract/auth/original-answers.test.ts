import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, RELAXED, startAuthServer } from '../../support/auth.ts'
import { type Known, ORIGINAL_ANSWERS } from './original-answers.ts'

/** As a project may: metadata of an address that nobody has proved is not kept. */
const STRIPPING = `create function public.strip() returns trigger language plpgsql security definer set search_path = '' as $$
  begin new.raw_user_meta_data := '{}'; return new; end $$;
  create trigger strip before insert or update of raw_user_meta_data on auth.users
    for each row when (new.email_confirmed_at is null) execute function public.strip();`

let server: AuthServer
let known: Known
let token = ''
beforeAll(async () => {
  server = await startAuthServer({ config: RELAXED, migrations: { '0001_strip.sql': STRIPPING } })
  const { client, email, userId } = await server.person()
  await server.admin.auth.admin.updateUserById(userId, { user_metadata: { a: 1 } })
  const factor = await client.auth.mfa.enroll({ factorType: 'totp' })
  const factorId = factor.data?.id ?? ''
  const challenge = await client.auth.mfa.challenge({ factorId })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  token = (await client.auth.getSession()).data.session?.access_token ?? ''
  known = { fresh: '', email, userId, factorId, challengeId: challenge.data?.id ?? '' }
})
afterAll(() => server.close())

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], body)

function headersOf(asker: string): Record<string, string> {
  const { anonKey, serviceRoleKey } = server.supabase
  if (asker === 'nobody') return {}
  if (asker === 'wrong key') return { apikey: `${anonKey}x` }
  const bearer = { person: token, service: serviceRoleKey }[asker]
  return { apikey: anonKey, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) }
}

describe('answered as the original does', () => {
  test.each(ORIGINAL_ANSWERS)('$name', async ({ ask: [method, path, asker], body, original }) => {
    const here = { ...known, fresh: newEmail() }
    const answer = await fetch(`${server.url}/auth/v1${typeof path === 'string' ? path : path(here)}`, {
      method,
      redirect: 'manual',
      headers: { 'x-supabase-api-version': '2024-01-01', 'content-type': 'application/json', ...headersOf(asker) },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body(here)) } : {}),
    })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([original.status, original.text ?? text])
    const json: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
    if (original.code) {
      const isInHeader = original.headers?.['x-sb-error-code'] !== null
      expect(at(json, 'code')).toBe(original.code)
      expect(answer.headers.get('x-sb-error-code')).toBe(isInHeader ? original.code : null)
    }
    if (original.message instanceof RegExp) expect(at(json, 'message')).toMatch(original.message)
    else if (original.message !== undefined) expect(at(json, 'message')).toBe(original.message)
    for (const [name, value] of Object.entries(original.headers ?? {})) {
      if (value instanceof RegExp) expect(answer.headers.get(name)).toMatch(value)
      else expect([name, answer.headers.get(name)]).toEqual([name, value])
    }
    for (const key of original.has ?? []) expect([key, at(json, key)]).not.toEqual([key, undefined])
    for (const key of original.lacks ?? []) expect([key, at(json, key)]).toEqual([key, undefined])
  })
})

test('a session names its account in a header', async () => {
  const { data } = await server.admin.auth.admin.generateLink({ type: 'magiclink', email: known.email })
  const answer = await fetch(`${server.url}/auth/v1/verify`, {
    method: 'POST',
    body: JSON.stringify({ type: 'magiclink', token_hash: data.properties?.hashed_token }),
  })
  expect([answer.status, answer.headers.get('sb-auth-user-id')]).toEqual([200, known.userId])
})

test('accepting an invitation forgets when it was mailed', async () => {
  const { data } = await server.admin.auth.admin.generateLink({ type: 'invite', email: newEmail() })
  const accepted = await server
    .client()
    .auth.verifyOtp({ type: 'invite', token_hash: data.properties?.hashed_token ?? '' })
  expect(accepted.data.user?.invited_at).toBeDefined()
  expect(accepted.data.user).not.toHaveProperty('confirmation_sent_at')
})

test('a user whose emptied row was kept is deleted by a second call', async () => {
  const { data } = await server.admin.auth.admin.createUser({ email: newEmail(), email_confirm: true })
  const id = data.user?.id ?? ''
  expect((await server.admin.auth.admin.deleteUser(id, true)).error).toBeNull()
  expect((await server.admin.auth.admin.deleteUser(id)).error).toBeNull()
  expect((await server.admin.auth.admin.deleteUser(id)).error?.code).toBe('user_not_found')
})

test('an anonymous person has nothing to prove again, and no second step', async () => {
  const open = await startAuthServer({ config: `[auth]\nenable_anonymous_sign_ins = true\n${RELAXED}` })
  try {
    const client = open.client()
    expect((await client.auth.signInAnonymously()).error).toBeNull()
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    })
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
    const headers = { apikey: open.supabase.anonKey }
    const settings = await (await fetch(`${open.url}/auth/v1/settings`, { headers })).json()
    expect(settings.external.anonymous_users).toBe(true)
  } finally {
    await open.close()
  }
})

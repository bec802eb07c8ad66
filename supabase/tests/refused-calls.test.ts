import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type SecurityEvents, startSecurityEvents } from '../../server/src/security-events/security-events.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { addApp, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { admin, database, lines, server, student, withSecurityEvents } from './support/security-events.ts'

withSecurityEvents()

let events: SecurityEvents
const { signal } = new AbortController()
beforeEach(() => {
  const { supabase, url } = server
  const send: typeof fetch = (input, init) =>
    supabase.fetch(new Request(input, init), { clientAddress: '127.0.0.1', inProcess: true })
  const backend = { embedded: supabase, fetch: send, publicUrl: '', serviceRoleKey: supabase.serviceRoleKey }
  events = startSecurityEvents(backend, url, {
    warn: (...words: unknown[]) => expect(words).toEqual([]),
    info() {},
  } as never)
})
async function ask(path: string, body: object, token = server.supabase.anonKey, method = 'POST') {
  const text = JSON.stringify(body)
  const headers = {
    apikey: server.supabase.anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(text.length),
  }
  const request = new Request(`${server.url}${path}`, { method, headers, body: text, signal })
  return (await events.watch(request, { clientAddress: '203.0.113.9' }, server.supabase.fetch)).status
}
async function signIn(email: string) {
  const service = server.client(server.supabase.serviceRoleKey)
  const { data } = await service.auth.admin.generateLink({ type: 'magiclink', email })
  const client = server.client()
  const answer = await client.auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'email' })
  return { client, token: answer.data.session?.access_token ?? '' }
}

test('a wrong code, an expired link, a closed account and an unknown one', async () => {
  const closed = await signUp(database(), 'closed@example.org')
  await callAs(database(), SERVICE, 'set_student_active', [closed.id, false, ''])
  await ask('/auth/v1/verify', { email: 'dana@example.org', token: '000000', type: 'email' })
  await ask('/auth/v1/verify', { token_hash: 'nothing', type: 'email' })
  await ask('/auth/v1/otp', { email: 'closed@example.org', create_user: false })
  await ask('/auth/v1/otp', { email: 'nobody@example.org', create_user: false })
  await events.stop()
  expect((await lines()).toSorted()).toEqual([
    ['closed', 'otp', null, 'c***@e***.org', '203.0.*.*', 1],
    ['code', 'verify', null, 'd***@e***.org', '203.0.*.*', 1],
    ['link', 'verify', null, null, '203.0.*.*', 1],
    ['unknown', 'otp', null, 'n***@e***.org', '203.0.*.*', 1],
  ])
})

test('a caller who tries too often', async () => {
  for (let at = 0; at < 40; at++)
    await ask('/auth/v1/verify', { email: 'dana@example.org', token: '000000', type: 'email' })
  await events.stop()
  const counted = (await lines()).map(([kind, what, , , , count]) => [kind, what, count])
  expect(counted.map(([kind]) => kind).toSorted()).toEqual(['code', 'limited'])
  expect(counted.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(40)
})

test('a wrong code of an app, and rights that a function, its levels and a table refuse', async () => {
  const person = await signUpStaff(database(), 'watched@academy.example', 'admin')
  await database().asAuthAdmin((tx) => addApp(tx, person.id))
  const { token, client } = await signIn(person.email)
  const { data } = await client.auth.mfa.listFactors()
  const factor = data?.all[0]?.id ?? ''
  await owner(database(), `update auth.mfa_factors set secret = 'JBSWY3DPEHPK3PXP' where id = $1`, [factor])
  const challenge = await client.auth.mfa.challenge({ factorId: factor })
  await owner(database(), `update auth.mfa_challenges set ip_address = '203.0.113.9' where true`)
  await ask(`/auth/v1/factors/${factor}/verify`, { challenge_id: challenge.data?.id, code: '000000' }, token)
  await ask('/rest/v1/rpc/permission_map', {}, token)
  const [{ id } = { id: '' }] = await owner<{ id: string }>(
    database(),
    `select id from admin_users where email = 'chief@academy.example'`,
  )
  await ask('/rest/v1/rpc/set_admin_active', { admin_id: id, active: false }, token)
  await ask('/rest/v1/articles?id=neq.00000000-0000-4000-8000-000000000000', { title_he: 'x' }, token, 'PATCH')
  await events.stop()
  expect((await lines()).toSorted()).toEqual([
    ['rights', 'PATCH articles', 'צוות', 'w***@a***.example', '203.0.*.*', 1],
    ['rights', 'rpc/permission_map', 'צוות', 'w***@a***.example', '203.0.*.*', 1],
    ['rights', 'rpc/set_admin_active', 'צוות', 'w***@a***.example', '203.0.*.*', 1],
    ['second_step', 'factors/verify', 'צוות', 'w***@a***.example', '203.0.*.*', 1],
  ])
})

test('a token that somebody made up names nobody', async () => {
  const payload = Buffer.from(JSON.stringify({ sub: admin.id, role: 'authenticated' })).toString('base64url')
  expect(await ask('/rest/v1/rpc/permission_map', {}, `eyJhbGciOiJub25lIn0.${payload}.x`)).toBe(401)
  await events.stop()
  expect(await lines()).toEqual([])
})

test('what a function refuses by its value it notes itself, on any project, and answers also when it cannot', async () => {
  const wrong = () =>
    callAs<{ valid: boolean }>(database(), { role: 'anon', claims: { role: 'anon' } }, 'verify_recovery_token', [
      randomUUID(),
      '+972501234567',
    ])
  expect(await wrong()).toMatchObject({ valid: false })
  expect(await lines()).toEqual([['link', 'rpc/verify_recovery_token', null, null, null, 1]])
  await owner(database(), `alter table private.security_events add constraint never check (kind <> 'link') not valid`)
  expect(await wrong()).toMatchObject({ valid: false })
  await owner(database(), 'alter table private.security_events drop constraint never')
  expect(await callAs(database(), student.caller, 'use_recovery_code', ['AAAA-AAAA']).catch(errorCode)).toMatchObject({
    error: { code: 'INVALID_CREDENTIALS' },
  })
  expect(await lines()).toContainEqual(['recovery_code', 'rpc/use_recovery_code', null, 'd***@e***.org', null, 1])
})

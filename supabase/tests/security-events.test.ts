import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { type SecurityEvents, startSecurityEvents } from '../../server/src/security-events/security-events.ts'
import { securityEventsText } from '../../web/app/staff/security-events/security-events.he.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { addApp, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'

let server: TestServer
let chief: Person
let admin: Person & { adminId: string }
let student: Person
const database = () => server.supabase.database
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  chief = await signUpStaff(database(), 'chief@academy.example', 'super_admin')
  admin = await signUpStaff(database(), 'admin@academy.example', 'admin')
  student = await signUp(database(), 'dana@example.org')
})
afterAll(() => server?.close())
beforeEach(() => owner(database(), 'delete from private.security_events where true'))

type Line = {
  id: string
  kind: string
  what: string
  member: string | null
  account_masked: string | null
  address_masked: string | null
  count: number
  sort_value: string
}
const list = (query: object = {}, by: Caller = chief.caller) =>
  callAs<{ rows: Line[]; total: number; size: number }>(database(), by, 'list_security_events', [JSON.stringify(query)])
const lines = async () =>
  (await list()).rows.map(({ kind, what, member, account_masked, address_masked, count }) => [
    kind,
    what,
    member,
    account_masked,
    address_masked,
    count,
  ])
const event = (more: object = {}) => ({
  ...{ kind: 'code', what: 'verify', account: 'dana@example.org', address: '192.0.2.7', count: 1 },
  ...{ first_at: new Date().toISOString(), last_at: new Date().toISOString(), ...more },
})
const note = (...events: object[]) =>
  callAs<number>(database(), SERVICE, 'note_security_events', [JSON.stringify(events)])
const made = <Value>(count: number, make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at))
/** In as many calls as it takes. */
async function noteMany(count: number, make: (at: number) => object) {
  const events = made(count, make)
  for (let at = 0; at < events.length; at += 200) await note(...events.slice(at, at + 200))
}

describe('lines', () => {
  test('the same of one caller is one line an hour, and nobody is named in full', async () => {
    await note(event(), event({ count: 4 }), event({ address: '192.0.2.8' }))
    await note(event({ account: ' DANA@example.org ' }))
    expect(await lines()).toEqual(
      expect.arrayContaining([
        ['code', 'verify', null, 'd***@e***.org', '192.0.*.*', 6],
        ['code', 'verify', null, 'd***@e***.org', '192.0.*.*', 1],
      ]),
    )
    const stored = JSON.stringify(await owner(database(), 'select * from private.security_events'))
    for (const secret of ['dana@example.org', '192.0.2.7']) expect(stored).not.toContain(secret)
  })

  test('who is staff is named: by the address that was typed, and by the account that a right was refused to', async () => {
    await note(
      event({ account: 'admin@academy.example' }),
      event({
        kind: 'rights',
        what: 'rpc/save_settings',
        account: null,
        user_id: admin.id,
        address: '2001:db8:1:2::3',
      }),
      event({ kind: 'rights', what: 'rpc/list_students', account: null, user_id: student.id }),
    )
    expect(await lines()).toEqual(
      expect.arrayContaining([
        ['code', 'verify', 'צוות', 'a***@a***.example', '192.0.*.*', 1],
        ['rights', 'rpc/save_settings', 'צוות', 'a***@a***.example', '2001:db8:*', 1],
        ['rights', 'rpc/list_students', null, 'd***@e***.org', '192.0.*.*', 1],
      ]),
    )
  })

  test('what callers wrote is taken as it may be, or left out', async () => {
    const odd = [
      { account: '<script>@x.org', what: 'verify<script>"\n' },
      { account: 'x'.repeat(5_000), what: 'x'.repeat(500), address: 'x'.repeat(500) },
      { account: `${'x'.repeat(250)}@${'y'.repeat(60)}.org`, address: '999.1.1.1' },
      { account: null, what: null, address: null, count: null },
      { account: '', address: '::ffff:192.0.2.7', count: -5, last_at: '2999-01-01T00:00:00Z' },
      { first_at: '2999-01-01T00:00:00Z', last_at: '1999-01-01T00:00:00Z', user_id: randomUUID() },
    ]
    for (const one of odd) expect([one, await note(event(one)).catch(errorCode)]).toEqual([one, 1])
    const [times] = await owner(
      database(),
      `select bool_and(last_at <= now() and first_at > now() - interval '25 hours' and count > 0) as sound from private.security_events`,
    )
    expect(times).toEqual({ sound: true })
    for (const bad of ['{}', 'null', JSON.stringify(made(201, () => event()))])
      expect(await callAs(database(), SERVICE, 'note_security_events', [bad]).catch(errorCode)).toBe('INVALID_BODY')
    expect(await note(event({ kind: 'anything' })).catch(errorCode)).toBe('23514')
  })
})

describe('bounds', () => {
  test('one caller has a hundred lines a day, and what comes beside is counted', async () => {
    await noteMany(600, (at) => event({ what: `v${at}` }))
    await noteMany(3, (at) => event({ account: `other${at}@example.org`, address: '198.51.100.1' }))
    const [{ of_caller, beside, all } = { of_caller: 0, beside: 0, all: 0 }] = await owner<Record<string, number>>(
      database(),
      `select count(*) filter (where address = '192.0.*.*')::int as of_caller, sum(count) filter (where address = '')::int as beside,
         sum(count)::int as all from private.security_events`,
    )
    expect({ of_caller, beside, all }).toEqual({ of_caller: 100, beside: 500, all: 603 })
  })

  test('a flood from everywhere has two thousand lines a day and leaves refused rights their own', async () => {
    const started = performance.now()
    await noteMany(4_000, (at) =>
      event({ address: `198.${18 + (at % 2)}.${at % 250}.${Math.floor(at / 250)}`, what: `v${at}` }),
    )
    expect(performance.now() - started).toBeLessThan(60_000)
    await note(event({ kind: 'rights', what: 'rpc/save_settings', account: null, user_id: admin.id }))
    const counts = await owner(
      database(),
      `select kind, count(*)::int as lines, sum(count)::int as events from private.security_events group by kind order by kind`,
    )
    expect(counts).toEqual([
      { kind: 'code', lines: 2_001, events: 4_000 },
      { kind: 'rights', lines: 1, events: 1 },
    ])
    expect((await list({ kind: 'rights' })).rows[0]).toMatchObject({ member: 'צוות' })
  })

  test('lines go after ninety days, by the hourly job', async () => {
    await note(event(), event({ what: 'otp' }))
    const ago = `first_at = now() - interval '91 days', last_at = now() - interval '91 days'`
    await owner(database(), `update private.security_events set ${ago} where what = 'otp'`)
    expect((await list({ count: true })).total).toBe(1)
    await callAs(database(), SERVICE, 'forget_old_rows', [100])
    expect(await owner(database(), 'select what from private.security_events')).toEqual([{ what: 'verify' }])
  })

  test('lines of a member go with the member', async () => {
    const gone = await signUpStaff(database(), 'gone@academy.example', 'analyst')
    await note(event({ kind: 'rights', account: null, user_id: gone.id }))
    await owner(database(), 'delete from admin_users where id = $1', [gone.adminId])
    expect(await lines()).toEqual([])
  })

  test('servers that note the same at once wait for each other', async () => {
    const batch = made(50, (at) => event({ what: `v${at}` }))
    const done = await Promise.allSettled(made(8, (at) => note(...(at % 2 ? batch : batch.toReversed()))))
    expect(done.map(({ status }) => status)).toEqual(made(8, () => 'fulfilled'))
    const [sum] = await owner(
      database(),
      'select count(*)::int as lines, sum(count)::int as events from private.security_events',
    )
    expect(sum).toEqual({ lines: 50, events: 400 })
  })
})

describe('the list', () => {
  test('a page has fifty, and the next goes on where it ended, in both directions', async () => {
    await noteMany(60, (at) => event({ what: `v${at}`, last_at: new Date(Date.now() - at * 1000).toISOString() }))
    await owner(database(), `update private.security_events set first_at = last_at where true`)
    const first = await list({ count: true })
    expect([first.rows.length, first.total, first.size]).toEqual([51, 60, 50])
    const place = first.rows[49]
    const rest = await list({ after: { value: place?.sort_value, id: place?.id } })
    expect([...first.rows.slice(0, 50), ...rest.rows].map(({ what }) => what)).toEqual(made(60, (at) => `v${at}`))
    const back = await list({ before: { value: rest.rows[0]?.sort_value, id: rest.rows[0]?.id } })
    expect(back.rows[0]?.what).toBe('v49')
    expect((await list({ direction: 'asc' })).rows[0]?.what).toBe('v59')
    expect((await list({ kind: 'rights', count: true })).total).toBe(0)
    expect(await list({ after: { value: 'x', id: 7 } }).catch(errorCode)).toBe('INVALID_CURSOR')
    expect((await list({ kind: `x' or true --`, count: true })).total).toBe(0)
  })

  test('is for super_admin, and is written by the server alone', async () => {
    for (const { caller } of [admin, student]) {
      expect(await list({}, caller).catch(errorCode)).toBe('FORBIDDEN')
      expect(await callAs(database(), caller, 'note_security_events', ['[]']).catch(errorCode)).toBe('denied')
    }
    expect(await list({}, { role: 'anon', claims: { role: 'anon' } }).catch(errorCode)).toBe('denied')
  })

  test('every kind that the database takes has its Hebrew', async () => {
    const [check] = await owner<{ words: string }>(
      database(),
      `select pg_get_constraintdef(oid) as words from pg_constraint where conname = 'security_events_kind_check'`,
    )
    const known = [...(check?.words ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind = '']) => kind)
    expect(Object.keys(securityEventsText.kinds).toSorted()).toEqual(known.toSorted())
  })
})

describe('what the services refuse', () => {
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
    expect(await callAs(database(), student.caller, 'use_recovery_code', ['AAAA-AAAA']).catch(errorCode)).toMatchObject(
      {
        error: { code: 'INVALID_CREDENTIALS' },
      },
    )
    expect(await lines()).toContainEqual(['recovery_code', 'rpc/use_recovery_code', null, 'd***@e***.org', null, 1])
  })
})

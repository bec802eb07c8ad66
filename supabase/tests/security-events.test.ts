import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { securityEventsText } from '../../web/app/staff/security-events/security-events.he.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE, signUpStaff } from './support/people.ts'
import { admin, database, lines, list, student, withSecurityEvents } from './support/security-events.ts'

withSecurityEvents()

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

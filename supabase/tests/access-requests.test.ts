import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, freshPhone, registration, SERVICE, signUp } from './support/people.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from access_requests')
  await owner(database, 'delete from private.caller_counts')
})

const SAID = {
  first_name: 'דנה',
  last_name: 'לוי',
  former_email: 'lost@example.com',
  phone_number: '+972541112233',
  contact_email: 'found@example.com',
  message: 'התיבה של העבודה נסגרה.',
}

async function ask(changes: Partial<Record<keyof typeof SAID, string | null>> = {}, from = '198.51.100.7') {
  const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': from }) }
  const { rows } = await database.queryAsCaller<{ answer: unknown }>(
    ANONYMOUS,
    'select public.request_access($1, $2, $3, $4, $5, $6) as answer',
    Object.values({ ...SAID, ...changes }),
    { settings },
  )
  return rows[0]?.answer
}
const kept = () => owner<Record<string, unknown>>(database, 'select * from access_requests')

test('is kept open for the staff, and answers alike whether there is such an account or not', async () => {
  const dana = await signUp(database, 'there@example.com', { metadata: registration() })
  const answers = [await ask({ former_email: dana.email }), await ask({ former_email: 'nobody@example.com' })]
  expect(answers).toEqual([{ received: true }, { received: true }])
  expect(await kept()).toMatchObject([
    { status: 'open', former_email_masked: 't***@e***.com', phone_masked: '**********233' },
    { status: 'open', former_email_masked: 'n***@e***.com', contact_email_masked: 'f***@e***.com' },
  ])
})

test('changes nothing by itself: no mail, no link, no account', async () => {
  const dana = await signUp(database, 'same@example.com', { metadata: registration() })
  const before = await owner(database, 'select users from users order by id')
  await ask({ former_email: dana.email })
  expect(await owner(database, 'select users from users order by id')).toEqual(before)
  expect(await owner(database, 'select from email_outbox')).toEqual([])
  expect(await owner(database, 'select from private.account_recovery_tokens')).toEqual([])
})

test('leaves a line in the audit log, with masked addresses', async () => {
  await ask()
  const [request] = await kept()
  expect(
    await owner(
      database,
      `select action, entity_id, after from audit_log where entity = 'access_requests' order by id desc limit 1`,
    ),
  ).toEqual([
    {
      action: 'access requested',
      entity_id: request?.id,
      after: { former_email: 'l***@e***.com', contact_email: 'f***@e***.com' },
    },
  ])
})

test.each([
  ['without a name', { first_name: ' \u202e' }],
  ['without an address', { former_email: null }],
  ['with the lost address as the one to answer to', { contact_email: 'Lost@example.com ' }],
  ['with a phone of no country', { phone_number: '+97252123456' }],
  ['with what is no address', { contact_email: 'found' }],
  ['with too little to say', { message: 'עזרה' }],
])('is refused %s, and costs nothing', async (_, changes) => {
  for (let i = 0; i < 5; i++) expect(await ask(changes).catch(errorCode)).toBe('INVALID_ACCESS_REQUEST')
  expect(await ask()).toEqual({ received: true })
})

test('three a day for a caller', async () => {
  for (let i = 0; i < 3; i++) await ask()
  expect(await ask().catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await ask({}, '198.51.100.8')).toEqual({ received: true })
  expect(await kept()).toHaveLength(4)
})

/** Requests that came from the neighbourhood of an address, an hour ago. */
const crowd = (count: number, from: string, changes: Partial<typeof SAID> = {}) =>
  owner(
    database,
    `insert into access_requests
       (first_name, last_name, former_email, phone_number, contact_email, message, neighbourhood_hash, created_at)
     select $1, $2, case $3 when 'lost@example.com' then place || $3 else $3 end, $4, $5, $6,
       private.keyed_hash(private.neighbourhood_of($7)), now() - interval '1 hour' + place * interval '1 millisecond'
     from generate_series(1, $8) as place`,
    [...Object.values({ ...SAID, ...changes }), from, count],
  )
const placesOf = async (address: string) => (await kept()).filter((row) => row.former_email === address).length

test('however many strangers ask, a person is heard: the fullest neighbourhood gives a place', async () => {
  await crowd(1_990, '198.51.7.7')
  await crowd(10, '203.0.113.4')
  expect(await ask({}, '192.0.2.9')).toEqual({ received: true })
  expect(await kept()).toHaveLength(2_000)
  expect(await placesOf('1990lost@example.com')).toBe(0)
  expect(await placesOf('lost@example.com')).toBe(1)
  expect(await ask({}, '198.51.200.1').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await kept()).toHaveLength(2_000)
})

test('strangers who name the address of a person take twenty places at most, and not the last one', async () => {
  const former_email = 'victim@example.com'
  await crowd(19, '198.51.7.7', { former_email })
  await crowd(1, '203.0.113.4', { former_email })
  expect(await ask({ former_email }, '2001:db8::1')).toEqual({ received: true })
  expect(await ask({ former_email }, '198.51.100.1').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await placesOf(former_email)).toBe(20)
  expect(await ask({}, '198.51.100.1')).toEqual({ received: true })
})

test('what the staff decided takes no place', async () => {
  const former_email = 'victim@example.com'
  await crowd(20, '198.51.7.7', { former_email })
  await owner(database, `update access_requests set status = 'refused'`)
  expect(await ask({ former_email }, '198.51.7.7')).toEqual({ received: true })
  expect(await placesOf(former_email)).toBe(21)
})

test('strangers leave two hundred lines a day in the audit log', async () => {
  const lines = () => owner(database, `select from audit_log where entity = 'access_requests'`)
  const before = (await lines()).length
  for (let i = 0; i < 205; i++) await ask({ former_email: `n${i}@example.com` }, `192.0.${i}.1`)
  expect((await lines()).length - before).toBe(200)
  expect(await kept()).toHaveLength(205)
})

test.each([
  ['198.51.100.7', '198.51.0.0'],
  ['::ffff:198.51.100.7', '198.51.0.0'],
  ['2001:db8:1:2::3', '2001:db8::'],
  ['somewhere', 'somewhere'],
])('the neighbourhood of %s is %s', async (address, neighbourhood) => {
  expect(await owner(database, 'select private.neighbourhood_of($1) as found', [address])).toEqual([
    { found: neighbourhood },
  ])
})

test('is forgotten after 180 days, and with the account that it names', async () => {
  const phone_number = freshPhone()
  const dana = await signUp(database, 'going@example.com', { metadata: registration({ phone_number }) })
  await ask({ former_email: dana.email })
  await ask({ phone_number })
  await ask({ former_email: 'old@example.com' })
  await owner(
    database,
    `update access_requests set created_at = now() - interval '181 days' where former_email = 'old@example.com'`,
  )
  await callAs(database, SERVICE, 'forget_old_rows', [100])
  expect(await kept()).toHaveLength(2)
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await kept()).toEqual([])
})

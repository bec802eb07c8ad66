import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, recipientOf, send, turn } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUpStaff } from './support/people.ts'

let database: Database
let writer: Person
let dana: Person
let counter = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from public.email_suppressions')
  counter += 1
  dana = await agreed(database, `dana${counter}@students.example`)
})

const report = (id: string, type: string, address: string | null, message: string | null = null) =>
  callAs<string>(database, SERVICE, 'note_mail_event', [id, type, address, message])
const held = () => owner(database, 'select address, reason from public.email_suppressions order by address')
const listed = (query: object = {}) =>
  callAs<{ rows: { id: string; email_masked: string; reason: string }[] }>(
    database,
    writer.caller,
    'list_suppressions',
    [query],
  )

test('a bounce is found by the Message-ID of its mail: the recipient says so, and the address gets no campaign again', async () => {
  const id = await send(database, writer)
  const { mails } = await turn(database)
  const mail = mails.find(({ recipient }) => recipient === dana.email)
  await turn(
    database,
    mails.map((one) => ({ ...one, outcome: 'sent', answer: '' })),
    0,
  )
  expect(await report(`b${counter}`, 'bounced', null, `<${mail?.id}@example.com>`)).toBe('noted')
  expect(await recipientOf(database, id, dana)).toMatchObject({ state: 'bounced' })
  expect(await held()).toEqual([{ address: dana.email, reason: 'bounced' }])
})

test('the same report is acted on once, also after the address was taken off the list', async () => {
  expect(await report(`c${counter}`, 'complained', dana.email.toUpperCase())).toBe('noted')
  await owner(database, 'delete from public.email_suppressions')
  expect(await report(`c${counter}`, 'complained', dana.email)).toBe('known')
  expect(await held()).toEqual([])
})

test('a report of an account that is gone brings its address back nowhere', async () => {
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await report(`g${counter}`, 'bounced', dana.email)).toBe('ignored')
  expect(await held()).toEqual([])
})

test.each([
  ['delivered', 'a@example.com'],
  ['bounced', 'no address'],
])('%s of %j is ignored', async (type, address) => {
  expect(await report(`i${counter}`, type, address)).toBe('ignored')
  expect(await held()).toEqual([])
})

test('the list is masked, found by a whole address, and lifted with a reason that stays', async () => {
  await report(`l${counter}`, 'bounced', dana.email)
  expect((await listed()).rows[0]).toMatchObject({ email_masked: 'd***@s***.example', reason: 'bounced' })
  expect((await listed({ search: 'dana' })).rows).toEqual([])
  const [row] = (await listed({ search: dana.email })).rows
  const lift = (reason: string) =>
    callAs(database, writer.caller, 'lift_suppression', [row?.id, reason]).catch(errorCode)
  expect(await lift('')).toBe('REASON_REQUIRED')
  expect(await lift('התיבה חזרה לפעול')).toBe(true)
  expect(await lift('התיבה חזרה לפעול')).toBe(false)
  expect(await held()).toEqual([])
  const [line] = await owner<{ after: object }>(
    database,
    `select after from public.audit_log where action = 'suppression lifted' order by id desc limit 1`,
  )
  expect(line?.after).toEqual({ why: 'bounced', reason: 'התיבה חזרה לפעול' })
})

test.each(['x', '2026-13-01'])('the list from a place of the time %s is refused', async (value) => {
  expect(await listed({ after: { value, id: '' } }).catch(errorCode)).toBe('INVALID_CURSOR')
})

test('staff take nobody off the list who unsubscribed', async () => {
  await owner(database, `insert into public.email_suppressions (address, reason) values ($1, 'unsubscribed')`, [
    dana.email,
  ])
  const [row] = (await listed()).rows
  expect(await callAs(database, writer.caller, 'lift_suppression', [row?.id, 'לבקשתה'])).toBe(false)
  expect(await held()).toHaveLength(1)
})

test('[2.12-09] staff put an address on the list with a reason; it gets nothing from then on, and is lifted like others', async () => {
  const put = (address: string, note: string) =>
    callAs(database, writer.caller, 'suppress_address', [address, note]).catch(errorCode)
  expect(await put(dana.email, ' ')).toBe('REASON_REQUIRED')
  for (const address of ['', 'dana', 'dana@home', 'da na@students.example', `${'a'.repeat(320)}@students.example`])
    expect(await put(address, 'ביקשה בטלפון')).toBe('INVALID_ADDRESS')
  expect(await put(` ${dana.email.toUpperCase()} `, 'ביקשה בטלפון')).toBe(true)
  expect(await put(dana.email, 'ביקשה בטלפון')).toBe(false)
  const [row] = (await listed({ reason: 'added' })).rows
  expect(row).toMatchObject({ email_masked: 'd***@s***.example', reason: 'added', note: 'ביקשה בטלפון' })
  for (const kind of ['service', 'marketing']) {
    const audience = { match: 'all', rules: [] }
    const found = await callAs<{ left_out: Record<string, number> }>(database, writer.caller, 'campaign_audience', [
      audience,
      kind,
    ])
    expect(found.left_out.suppressed).toBe(1)
  }
  const lines = await owner<{ action: string; after: object }>(
    database,
    `select action, after from public.audit_log where entity = 'email_suppressions' and entity_id = $1 order by id desc limit 1`,
    [row?.id],
  )
  expect(lines).toEqual([{ action: 'address suppressed', after: { reason: 'ביקשה בטלפון' } }])
  expect(await callAs(database, writer.caller, 'lift_suppression', [row?.id, 'חזרה בה'])).toBe(true)
  expect(await held()).toEqual([])
})

test('what the staff add changes nothing for who unsubscribed: their consent is the way back', async () => {
  await owner(database, `insert into public.email_suppressions (address, reason) values ($1, 'unsubscribed')`, [
    dana.email,
  ])
  expect(await callAs(database, writer.caller, 'suppress_address', [dana.email, 'ביקשה בטלפון'])).toBe(false)
  expect(await held()).toEqual([{ address: dana.email, reason: 'unsubscribed' }])
})

test('nobody but the server reports, and nobody but notifiers read the list', async () => {
  const analyst = await signUpStaff(database, `analyst${counter}@academy.example`, 'analyst')
  for (const { caller } of [writer, analyst, dana, { caller: ANONYMOUS }])
    expect(await callAs(database, caller, 'note_mail_event', ['x', 'bounced']).catch(errorCode)).toBe('denied')
  for (const { caller } of [analyst, dana]) {
    expect(await callAs(database, caller, 'list_suppressions', [{}]).catch(errorCode)).toBe('FORBIDDEN')
    expect(await callAs(database, caller, 'lift_suppression', ['x', 'לבדיקה']).catch(errorCode)).toBe('FORBIDDEN')
    expect(await callAs(database, caller, 'suppress_address', ['a@b.example', 'לבדיקה']).catch(errorCode)).toBe(
      'FORBIDDEN',
    )
  }
})

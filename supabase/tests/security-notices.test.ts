import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { freshPhone, type Person, registration, SERVICE, signUp, signUpStaff } from './support/people.ts'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

type Content = {
  what: string
  times: number
  token: string
  gives_back: boolean
  events: { at: string; browser?: string; system?: string; network?: string; from?: string; to?: string }[]
}
type Mail = { recipient: string; subject: string; content: Content; wait: number }

let database: Database
let dana: Person
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  dana = await signUp(database, `dana${serial}@example.com`)
  await owner(database, 'delete from email_outbox')
})

/** What waits to be sent about security, in the order of its making; `wait` in minutes. */
const mails = () =>
  owner<Mail>(
    database,
    `select recipient, subject, content, round(extract(epoch from next_attempt_at - now()) / 60)::integer as wait
     from email_outbox where kind = 'security_notice' order by created_at, next_attempt_at, recipient`,
  )
const told = async () => (await mails()).map(({ recipient, content }) => `${content.what} ${recipient}`)
const enter = (person: Person, agent: string | null, ip: string | null = '84.229.17.4') =>
  database.asAuthAdmin((tx) =>
    tx.query('insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, $3)', [person.id, agent, ip]),
  )
const asService = (sql: string, values: unknown[]) => rowsAs(database, SERVICE, sql, values)
const move = (person: Person, email: string) =>
  database.asAuthAdmin((tx) => tx.query('update auth.users set email = $2 where id = $1', [person.id, email]))
/** Lets one app join or leave, as a fresh sign-in does. */
const permit = (person: Person) =>
  owner(
    database,
    `insert into private.permits (user_id, purpose, session_id) values ($1, 'second step', gen_random_uuid())
     on conflict on constraint permits_pkey do nothing`,
    [person.id],
  )

const join = async (person: Person) => {
  await permit(person)
  return database.asAuthAdmin(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, factor_type, friendly_name) values ($1, 'totp', gen_random_uuid()::text) returning id`,
      [person.id],
    )
    await tx.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [rows[0]?.id])
    return rows[0]?.id ?? ''
  })
}
const setPhone = (person: Person, phone: string | null) =>
  asService('update users set phone_number = $2 where id = $1', [person.id, phone])

describe('[7-06] a sign-in from a new device', () => {
  test('is told with browser, system and the first half of the network address; the very first is not', async () => {
    const first = await signUp(database, `first${serial}@example.com`)
    expect(await told()).toEqual([])
    await enter(first, WINDOWS)
    const [mail] = await mails()
    expect(mail).toMatchObject({ recipient: first.email, wait: 0, content: { what: 'new_device', times: 1 } })
    expect(mail?.content.events).toEqual([
      { at: expect.any(String), browser: 'Chrome', system: 'Windows', network: '84.229.*.*' },
    ])
    expect(mail?.content.token).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is told once: the same words again are known, also after their session has ended', async () => {
    await enter(dana, WINDOWS)
    await owner(database, 'delete from auth.sessions where user_id = $1', [dana.id])
    await enter(dana, WINDOWS.replace('130.0', '131.0'))
    expect(await told()).toEqual([`new_device ${dana.email}`])
    await enter(dana, PHONE)
    expect((await mails()).map(({ content }) => content.events[0]?.system)).toEqual(['Windows', 'Android'])
  })

  test.each([
    ['none', null],
    ['an empty one', ''],
    ['markup', '<b>x</b>'],
    ['another direction, at length', '\u202eכניסה'.repeat(300)],
  ])('puts nothing of a made-up user agent into a mail: %s', async (_, agent) => {
    await enter(dana, WINDOWS)
    await owner(database, 'delete from email_outbox; delete from private.security_notices')
    await owner(database, `delete from private.known_devices where browser = ''`)
    await enter(dana, agent, null)
    expect((await mails())[0]?.content.events).toEqual([{ at: expect.any(String), browser: '', system: '' }])
  })

  test('is not told while the address is not proved: it may be a stranger’s', async () => {
    const ghost = await signUp(database, `ghost${serial}@example.com`, { verified: false })
    await enter(ghost, WINDOWS)
    expect(await told()).toEqual([])
  })

  test('a notice that fails never stops the sign-in', async () => {
    await owner(database, 'alter table private.security_notices rename to elsewhere')
    try {
      expect((await enter(dana, WINDOWS)).rowCount).toBe(1)
    } finally {
      await owner(database, 'alter table private.elsewhere rename to security_notices')
    }
    expect(await told()).toEqual([])
  })
})

describe('what else the owner hears of', () => {
  test('[7-08] a change of address that was asked for: at the present address, the new one masked', async () => {
    await owner(
      database,
      `insert into private.permits (user_id, purpose, session_id) values ($1, 'email', gen_random_uuid())`,
      [dana.id],
    )
    await database.asAuthAdmin((tx) =>
      tx.query(`update auth.users set email_change = 'call-us-now@evil.example' where id = $1`, [dana.id]),
    )
    await database.asAuthAdmin((tx) => tx.query(`update auth.users set email_change = '' where id = $1`, [dana.id]))
    expect(await told()).toEqual([`email_change_begun ${dana.email}`])
    expect((await mails())[0]?.content.events[0]?.to).toBe('c***@e***.example')
  })

  test('[7-08] a change of address that is done: at both; only the former one gets the way back', async () => {
    await move(dana, `new${serial}@example.com`)
    expect(await told()).toEqual([`email_changed ${dana.email}`, `email_changed new${serial}@example.com`])
    expect((await mails()).map(({ content }) => content.gives_back)).toEqual([true, false])
  })

  test('[2.10-01] another phone, masked; not the first one', async () => {
    const other = await signUp(database, `other${serial}@example.com`, { metadata: registration({ phone_number: '' }) })
    await setPhone(other, freshPhone())
    expect(await told()).toEqual([])
    await setPhone(dana, '+972541112233')
    expect(await told()).toEqual([`phone_changed ${dana.email}`])
    expect((await mails())[0]?.content.events[0]?.to).toBe('**********233')
    await setPhone(dana, '+972541112233')
    expect(await told()).toHaveLength(1)
  })

  test('[3-07] an app that joined or left; not one that was never confirmed', async () => {
    const factor = await join(dana)
    await permit(dana)
    await database.asAuthAdmin((tx) => tx.query('delete from auth.mfa_factors where id = $1', [factor]))
    expect(await told()).toEqual([`second_step_joined ${dana.email}`, `second_step_removed ${dana.email}`])
    await database.asAuthAdmin(async (tx) => {
      await tx.query(`insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp')`, [dana.id])
      await tx.query('delete from auth.mfa_factors where user_id = $1', [dana.id])
    })
    expect(await told()).toHaveLength(2)
  })

  test('[6-06] another role, a closed and a reopened staff account; a name is nobody’s news', async () => {
    const staff = await signUpStaff(database, `staff${serial}@academy.example`, 'analyst')
    await callAs(database, SERVICE, 'set_admin_role', [staff.adminId, 'marketing'])
    await callAs(database, SERVICE, 'set_admin_active', [staff.adminId, false])
    await callAs(database, SERVICE, 'set_admin_active', [staff.adminId, true])
    await asService(`update admin_users set first_name = 'ב' where id = $1`, [staff.adminId])
    expect(await told()).toEqual(
      ['role_changed', 'staff_closed', 'staff_reopened'].map((what) => `${what} ${staff.email}`),
    )
    expect((await mails())[0]?.content.events[0]).toMatchObject({ from: 'analyst', to: 'marketing' })
  })

  test('a closed account and one without consent or with a suppressed address hear of it too', async () => {
    await owner(database, `insert into email_suppressions (address, reason) values ($1, 'bounced')`, [dana.email])
    await owner(database, 'update users set is_active = false where id = $1', [dana.id])
    await enter(dana, WINDOWS)
    expect(await told()).toEqual([`new_device ${dana.email}`])
  })

  test('an account that goes tells nothing of its app, and takes its notices and devices along', async () => {
    await join(dana)
    await enter(dana, WINDOWS)
    await move(dana, `new${serial}@example.com`)
    await owner(database, 'update users set deletion_due_at = now() where id = $1', [dana.id])
    await callAs(database, SERVICE, 'purge_deleted_accounts', [10])
    expect(await told()).toEqual([])
    for (const table of ['known_devices', 'security_notices'])
      expect(await owner(database, `select from private.${table} where user_id = $1`, [dana.id])).toEqual([])
  })
})

describe('who causes notices again and again', () => {
  test('fills no mailbox: the first goes at once, those after it wait and tell of all, the last event included', async () => {
    for (let i = 0; i < 40; i++) await setPhone(dana, `+9725400${String(serial).padStart(3, '0')}${10 + i}`)
    const phones = await mails()
    expect(phones.map(({ wait, content }) => [wait, content.times])).toEqual([
      [0, 1],
      [10, 39],
    ])
    expect(phones[1]?.content.events).toHaveLength(5)
    expect(phones[1]?.content.events.at(-1)?.to?.endsWith('49')).toBe(true)
  })

  test('gets through a day with ten mails of a kind at most', async () => {
    for (let i = 0; i < 60; i++) {
      await setPhone(dana, `+9725500${String(serial).padStart(3, '0')}${10 + i}`)
      // 24 minutes pass.
      await owner(
        database,
        `with a as (update private.security_notices set due_at = due_at - interval '24 minutes', created_at = created_at - interval '24 minutes')
         update email_outbox set next_attempt_at = next_attempt_at - interval '24 minutes'`,
      )
    }
    const sent = await mails()
    expect(sent.length).toBeLessThanOrEqual(10)
    expect(sent.reduce((sum, { content }) => sum + content.times, 0)).toBe(60)
  })

  test('uses up nothing that another kind, a later day or a sign-in mail needs', async () => {
    for (let i = 0; i < 30; i++) await setPhone(dana, `+9725600${String(serial).padStart(3, '0')}${10 + i}`)
    await enter(dana, WINDOWS)
    expect((await mails()).find(({ content }) => content.what === 'new_device')?.wait).toBe(0)
    expect(await owner(database, 'select private.take_mail($1) as taken', [dana.email])).toEqual([{ taken: true }])
    await owner(
      database,
      `with a as (update private.security_notices set due_at = due_at - interval '2 days', created_at = created_at - interval '2 days')
       delete from email_outbox`,
    )
    await setPhone(dana, freshPhone())
    expect((await mails())[0]?.wait).toBe(0)
  })

  test('does not stop them by using up the mails of a mailbox', async () => {
    for (let i = 0; i < 30; i++) await owner(database, 'select private.take_mail($1)', [dana.email])
    await enter(dana, WINDOWS)
    expect(await told()).toEqual([`new_device ${dana.email}`])
  })

  test('gets no second way back: not to an address or a phone that they put there themselves', async () => {
    const thief = `thief${serial}@example.com`
    await move(dana, thief)
    await move(dana, `drop${serial}@example.com`)
    await setPhone(dana, freshPhone())
    await setPhone(dana, freshPhone())
    const ways = await owner<{ recipient: string; undo: object }>(
      database,
      `select recipient, undo from private.security_notices where user_id = $1 and undo ? 'former_email'`,
      [dana.id],
    )
    expect(ways).toEqual([{ recipient: dana.email, undo: { former_email: dana.email } }])
  })
})

test('a token is kept as its hash only, for seven days', async () => {
  await enter(dana, WINDOWS)
  const [mail] = await mails()
  const [kept] = await owner<{ row: string; days: string }>(
    database,
    `select to_jsonb(notices)::text as row, extract(epoch from expires_at - created_at) / 86400 as days
     from private.security_notices as notices where user_id = $1`,
    [dana.id],
  )
  expect(kept?.row).not.toContain(mail?.content.token)
  expect(Number(kept?.days)).toBe(7)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { leaveMails, liveAnAccount, tablesWith, tracesOf } from './support/leaving.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, registration, SERVICE, signUp, signUpStaff } from './support/people.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let database: Database
let cast: Cast
let dana: Person
let counter = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from email_outbox')
  counter += 1
  dana = await signUp(database, `leaving${counter}@example.com`, {
    metadata: registration({ first_name: 'דנה', last_name: `עוזבת${counter}` }),
  })
})

const ask = (person = dana) => callAs<Date>(database, person.caller, 'request_account_deletion')
const keep = (person = dana) => callAs<boolean>(database, person.caller, 'cancel_account_deletion')
const purge = () => callAs<number>(database, SERVICE, 'purge_deleted_accounts')
const dueAt = async (person = dana) =>
  (
    await owner<{ due: Date | null }>(database, 'select deletion_due_at as due from users where id = $1', [person.id])
  )[0]?.due
const becomeDue = (person = dana) =>
  owner(database, `update users set deletion_due_at = now() - interval '1 second' where id = $1`, [person.id])
const mails = () => owner<Record<string, unknown>>(database, 'select kind, recipient, content from email_outbox')
const audited = (person = dana) =>
  owner<Record<string, unknown>>(
    database,
    `select action, actor, before, after from audit_log where entity = 'users' and entity_id = $1 order by id`,
    [person.id],
  )

describe('asking', () => {
  test('sets a day in fourteen days, mails it and ends the other sessions only', async () => {
    await owner(database, 'insert into auth.sessions (user_id) values ($1), ($1)', [dana.id])
    await ask()
    const due = (await dueAt())?.getTime() ?? 0
    expect(Math.abs(due - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000)
    expect(await mails()).toMatchObject([
      { kind: 'account_deletion_requested', recipient: dana.email, content: { due_at: expect.any(String) } },
    ])
    const sessions = await owner<{ id: string }>(database, 'select id from auth.sessions where user_id = $1', [dana.id])
    expect(sessions).toEqual([{ id: dana.caller.claims.session_id }])
    expect(await audited()).toMatchObject([{ action: 'deletion requested', actor: dana.id }])
  })

  test('asking again keeps the day and mails nothing more', async () => {
    await ask()
    await owner(database, `update users set deletion_due_at = now() + interval '3 days' where id = $1`, [dana.id])
    const before = await dueAt()
    await ask()
    expect(await dueAt()).toEqual(before)
    expect(await mails()).toHaveLength(1)
  })

  test('wants a sign-in of the last ten minutes', async () => {
    await owner(database, `update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [
      dana.id,
    ])
    expect(await ask().catch(errorCode)).toBe('REAUTHENTICATION_NEEDED')
    expect(await dueAt()).toBeNull()
  })

  test.each(ACTORS.filter((actor) => !['student', 'otherStudent', 'unverified'].includes(actor)))(
    '%s asks for nothing and keeps nothing',
    async (actor: Actor) => {
      const refused = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
      for (const name of ['request_account_deletion', 'cancel_account_deletion']) {
        expect(await callAs(database, cast.caller(actor), name).catch(errorCode)).toBe(refused)
      }
    },
  )

  test.each(ACTORS.filter((actor) => actor !== 'service_role'))('%s cannot set off the deletion', async (actor) => {
    for (const name of ['purge_deleted_accounts', 'forget_old_rows']) {
      expect(await callAs(database, cast.caller(actor), name).catch(errorCode)).toBe('denied')
    }
  })

  test('the day is written by nobody directly', async () => {
    const tried = database.queryAsCaller(dana.caller, 'update users set deletion_due_at = now() where id = $1', [
      dana.id,
    ])
    expect(await tried.catch(errorCode)).toBe('denied')
  })
})

describe('the grace', () => {
  test('everything stays usable, and one press keeps the account', async () => {
    await ask()
    const read = await database.queryAsCaller(dana.caller, 'select id from users')
    expect(read.rows).toHaveLength(1)
    expect(await purge()).toBe(0)
    expect(await keep()).toBe(true)
    expect(await dueAt()).toBeNull()
    expect(await keep()).toBe(false)
    expect((await audited()).map(({ action }) => action)).toEqual(['deletion requested', 'deletion cancelled'])
  })

  test('keeping the account needs no fresh sign-in', async () => {
    await ask()
    await owner(database, `update auth.sessions set created_at = now() - interval '5 days' where user_id = $1`, [
      dana.id,
    ])
    expect(await keep()).toBe(true)
  })
})

/** What the worker notes once a mail is sent, or will never be. */
const settle = (status: 'sent' | 'abandoned') =>
  owner(database, `update email_outbox set status = $1, last_error = 'refused ' || recipient where status = 'queued'`, [
    status,
  ])

describe('the end', () => {
  test('takes the account and every row of it, and nobody else with them', async () => {
    await liveAnAccount(database, cast, dana, `עוזבת${counter}`)
    await becomeDue()
    const others = await owner<{ count: string }>(database, 'select count(*) from users where id <> $1', [dana.id])
    expect(await tracesOf(database, dana)).not.toEqual([])
    expect(await purge()).toBe(1)
    expect(await tracesOf(database, dana)).toEqual([])
    expect(await owner(database, 'select count(*) from users')).toEqual(others)
    expect(await purge()).toBe(0)
  })

  test('what staff answered and did stays, without name, address and phone', async () => {
    const { answered, open } = await liveAnAccount(database, cast, dana, `עוזבת${counter}`)
    const [{ phone } = { phone: '' }] = await owner<{ phone: string }>(
      database,
      'select phone_number as phone from users where id = $1',
      [dana.id],
    )
    await becomeDue()
    await purge()
    expect(
      await owner(database, 'select id, user_id, name, status from support_tickets where id = any ($1)', [
        [answered, open],
      ]),
    ).toEqual([{ id: answered, user_id: null, name: 'חשבון שנמחק', status: 'closed' }])
    const said = await owner(database, 'select body from support_messages where ticket_id = $1 order by created_at', [
      answered,
    ])
    expect(said).toEqual([{ body: 'אני …, …, טלפון … או …' }, { body: 'כך ממשיכים מכאן.' }])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'update',
      'student closed',
      'update',
      'student reopened',
      'deleted',
    ])
    expect(await tablesWith(database, dana.email)).toEqual(['email_outbox'])
    await settle('sent')
    expect(await tablesWith(database, dana.email)).toEqual([])
    expect(await tablesWith(database, phone)).toEqual([])
    expect(await tablesWith(database, `עוזבת${counter}`)).toEqual([])
  })

  test('consents stay in the ledger without a person', async () => {
    const lines = async () =>
      Number((await owner<{ n: string }>(database, 'select count(*) as n from consent_events'))[0]?.n)
    const before = await lines()
    await becomeDue()
    await purge()
    expect(await lines()).toBe(before)
  })

  test('one last mail confirms it, and the mails of before are gone', async () => {
    await ask()
    await becomeDue()
    await purge()
    expect(await mails()).toEqual([{ kind: 'account_deleted', recipient: dana.email, content: {} }])
  })

  test.each(['sent', 'abandoned'] as const)(
    'mails of the sign-in, of former addresses and questions without signing in go too; the last mail when it is %s',
    async (ending) => {
      const former = `former${counter}@example.com`
      const answered = await leaveMails(database, dana, former)
      await becomeDue()
      await purge()
      await settle(ending)
      for (const address of [dana.email, former]) expect(await tablesWith(database, address)).toEqual([])
      expect(await owner(database, 'select user_id, name from support_tickets where id = $1', [answered])).toEqual([
        { user_id: null, name: 'חשבון שנמחק' },
      ])
    },
  )

  test('what a stranger got stays, whose address the account only asked for', async () => {
    const wanted = `wanted${counter}@example.com`
    await callAs(database, dana.caller, 'begin_email_change')
    await owner(database, 'update auth.users set email_change = $2 where id = $1', [dana.id, wanted])
    await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'x')`, [wanted])
    await owner(database, `insert into email_suppressions (address, reason) values ($1, 'bounced')`, [wanted])
    await becomeDue()
    await purge()
    expect((await tablesWith(database, wanted)).sort()).toEqual(['email_outbox', 'email_suppressions'])
  })

  test('the address and the phone are free again, and a block of the address is gone', async () => {
    const metadata = registration()
    const first = await signUp(database, 'again@example.com', { metadata })
    await owner(database, `insert into private.support_blocks (address) values ('again@example.com')`)
    await becomeDue(first)
    await purge()
    expect(await owner(database, 'select from private.support_blocks where address is not null')).toEqual([])
    const second = await signUp(database, 'again@example.com', { metadata })
    expect(await owner(database, 'select phone_number as phone from users where id = $1', [second.id])).toEqual([
      { phone: metadata.phone_number },
    ])
  })

  test('a sign-in that is staff as well stays theirs', async () => {
    const both = await signUpStaff(database, `both${counter}@academy.example`, 'marketing', {
      metadata: registration({ first_name: 'שנייה' }),
    })
    await becomeDue(both)
    await purge()
    expect((await tracesOf(database, both)).sort()).toEqual([
      'admin_users.supabase_auth_id',
      'auth.sessions.user_id',
      'auth.users.id',
      'private.known_devices.user_id',
      'private.sign_ins.user_id',
    ])
    expect(await tablesWith(database, 'שנייה')).toEqual([])
  })

  test('two workers at once delete each account once', async () => {
    const leaving = await Promise.all(Array.from({ length: 6 }, (_, i) => signUp(database, `many${i}@example.com`)))
    for (const person of leaving) await becomeDue(person)
    const gone = await Promise.all([purge(), purge(), purge()])
    expect(gone.reduce((sum, n) => sum + n, 0)).toBe(6)
    expect(await mails()).toHaveLength(6)
  })
})

test('old mails, visits and links are forgotten, a bounded number at a time; the audit log stays', async () => {
  await owner(database, 'delete from page_views')
  await owner(
    database,
    `insert into email_outbox (kind, recipient, subject, status, created_at) values
     ('x', 'a@example.com', 's', 'sent', now() - interval '31 days'), ('x', 'a@example.com', 's', 'abandoned', now() - interval '31 days'),
     ('x', 'a@example.com', 's', 'sent', now() - interval '29 days'), ('x', 'a@example.com', 's', 'queued', now() - interval '31 days')`,
  )
  await owner(
    database,
    `insert into page_views (path_pattern, occurred_at) select '/', now() - i * interval '1 month' - interval '10 days' from generate_series(1, 20) i`,
  )
  await owner(
    database,
    `insert into private.unsubscribe_tokens (token_hash, user_id, recipient, created_at)
     values (repeat('a', 64), $1, 'x', now() - interval '25 months'), (repeat('b', 64), $1, 'x', now() - interval '23 months')`,
    [dana.id],
  )
  await owner(
    database,
    `insert into audit_log (action, entity, occurred_at) values ('old', 'x', now() - interval '10 years')`,
  )
  await owner(
    database,
    `insert into private.sign_ins (session_id, user_id, signed_in_at, browser, system)
     select gen_random_uuid(), $1, now() - days * interval '1 day', '', '' from unnest(array[179, 181, 400]) as days`,
    [dana.id],
  )
  const forget = (most: number) => callAs(database, SERVICE, 'forget_old_rows', [most])
  expect(await forget(1)).toEqual({ mails: 1, page_views: 1, unsubscribe_links: 1 })
  expect(await forget(100)).toEqual({ mails: 1, page_views: 7, unsubscribe_links: 0 })
  expect(await forget(100)).toEqual({ mails: 0, page_views: 0, unsubscribe_links: 0 })
  expect(
    await owner(
      database,
      `select from private.sign_ins where user_id = $1 and signed_in_at < now() - interval '1 day'`,
      [dana.id],
    ),
  ).toHaveLength(1)
  expect(await owner(database, `select status from email_outbox order by created_at`)).toEqual([
    { status: 'queued' },
    { status: 'sent' },
  ])
  expect(await owner(database, 'select from page_views')).toHaveLength(12)
  expect(await owner(database, `select from audit_log where action = 'old'`)).toHaveLength(1)
})

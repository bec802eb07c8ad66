import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUp } from './support/people.ts'

type Delivery = { status: string; asked_at: string; sent_at: string | null; next_attempt_at: string | null } | null

const SECRET = 'what only the asking browser knows'
const HASH = createHash('sha256').update(SECRET).digest('hex')
let database: Database

beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(() => owner(database, 'with gone as (delete from mail.outbox) delete from email_outbox'))

const delivery = (key: string | null = SECRET) => callAs<Delivery>(database, ANONYMOUS, 'mail_delivery', [key])

/** A mail of sign-in in the given state. */
const queueSignIn = (change: string) =>
  owner(
    database,
    `with made as (
       insert into mail.outbox (recipient, subject, html, text_body, kind, request_hash)
       values ('dana@example.com', 's', '', '', 'magic_link', $1) returning id)
     select id from made`,
    [HASH],
  ).then(() => owner(database, `update mail.outbox set ${change} where request_hash = $1`, [HASH]))

/** A recovery mail, or its decoy, of 11 seconds ago in the given state. */
const queueRecovery = (change: string, decoy = false) =>
  owner(
    database,
    `insert into email_outbox (kind, recipient, subject, html, text_body, request_hash, is_decoy, created_at)
     values ('account_recovery', 'a@example.com', 's', '', '', $1, $2, now() - interval '11 seconds')`,
    [HASH, decoy],
  ).then(() => owner(database, `update email_outbox set ${change} where request_hash = $1`, [HASH]))

describe('a mail of sign-in', () => {
  test.each([
    [`attempts = 0`, 'queued', false, false],
    [`status = 'sent', sent_at = now()`, 'sent', true, false],
    [`last_failure = 'temporary', next_attempt_at = now() + interval '30 seconds'`, 'delayed', false, true],
    [`last_failure = 'unreachable', next_attempt_at = now() + interval '30 seconds'`, 'delayed', false, true],
    [`status = 'abandoned', last_failure = 'permanent'`, 'refused', false, false],
    [`status = 'abandoned', last_failure = 'temporary'`, 'failed', false, false],
  ])('%s is %s', async (change, status, hasSentAt, hasNext) => {
    await queueSignIn(change)
    const answer = await delivery()
    expect(answer?.status).toBe(status)
    expect([answer?.sent_at !== null, answer?.next_attempt_at !== null]).toEqual([hasSentAt, hasNext])
    expect(Object.keys(answer ?? {})).toEqual(['status', 'asked_at', 'sent_at', 'next_attempt_at'])
  })

  test('is shown to who has the secret; the hash, which the link carries, is not enough', async () => {
    await queueSignIn('attempts = 0')
    for (const key of [HASH, 'x', '', null, SECRET.toUpperCase()]) expect(await delivery(key)).toBeNull()
  })
})

describe('a recovery mail tells nothing of the mailbox behind the phone', () => {
  const states = [
    'attempts = 0',
    `status = 'sent', sent_at = now()`,
    `last_failure = 'temporary', next_attempt_at = now() + interval '1 minute'`,
    `status = 'abandoned', last_failure = 'permanent'`,
    `status = 'abandoned', last_failure = 'temporary'`,
  ]
  test.each(states)('%s is handled, as for a decoy', async (change) => {
    await queueRecovery(change)
    expect(await delivery()).toMatchObject({ status: 'handled', sent_at: null, next_attempt_at: null })
  })

  test.each([false, true])('while no mail server answers it is delayed; decoy: %s', async (decoy) => {
    await queueRecovery(`last_failure = 'unreachable', next_attempt_at = now() + interval '1 minute'`, decoy)
    expect(await delivery()).toMatchObject({ status: 'delayed', next_attempt_at: expect.any(String) })
  })

  test.each(states)('%s: within ten seconds every one is queued', async (change) => {
    await queueRecovery(change)
    // In one transaction, in which no time passes.
    const answer = await database.asOwner(async (tx) => {
      await tx.query(`update email_outbox set created_at = now() - interval '9 seconds' where request_hash = $1`, [
        HASH,
      ])
      const { rows } = await tx.query<{ answer: Delivery }>('select private.mail_delivery($1) as answer', [SECRET])
      return rows[0]?.answer
    })
    expect(answer).toMatchObject({ status: 'queued' })
  })
})

test('where the sign-in service keeps no outbox that can be read, nothing is known and nothing fails', async () => {
  await queueSignIn('attempts = 0')
  await database.asOwner(async (tx) => {
    await tx.query('alter schema mail rename to away')
    const { rows } = await tx.query<{ answer: Delivery }>('select private.mail_delivery($1) as answer', [SECRET])
    expect(rows).toEqual([{ answer: null }])
    const { rows: taken } = await tx.query<{ taken: boolean }>(
      `select private.take_mail('v+' || i || '@x.com') as taken from generate_series(1, 7) i`,
    )
    // The fifth of the hour is kept for signing in.
    expect(taken.map((row) => row.taken)).toEqual([true, true, true, true, false, false, false])
    await tx.query('alter schema away rename to mail')
  })
})

describe('whose account a mailed link opens', () => {
  const TOKEN = 'a'.repeat(56)
  let dana: Person
  const account = (token: string | null) =>
    callAs<{ masked_email: string } | null>(database, ANONYMOUS, 'mailed_link_account', [token])
  const issue = (hash: string) =>
    owner(
      database,
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to)
       values ($1, 'recovery_token', $2, 'x', 'dana.levi@gmail.com')
       on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, created_at = now()`,
      [dana.id, hash],
    )
  beforeAll(async () => {
    dana = await signUp(database, 'dana.levi@gmail.com')
  })

  test.each([
    ['the embedded service, which keeps a hash', createHash('sha256').update(TOKEN).digest('hex')],
    ['a project, which keeps the token', TOKEN],
  ])('%s: masked, as often as asked, and nothing changes', async (_, stored) => {
    await issue(stored)
    const before = await owner(database, 'select * from auth.one_time_tokens')
    for (let i = 0; i < 3; i++) expect(await account(TOKEN)).toEqual({ masked_email: 'da***i@gmail.com' })
    expect(await owner(database, 'select * from auth.one_time_tokens')).toEqual(before)
    for (const other of ['b'.repeat(56), '', null, 'x']) expect(await account(other)).toBeNull()
  })

  test("nobody's, once it is older than a day or the account is closed, which ends its links", async () => {
    await issue(createHash('sha256').update(TOKEN).digest('hex'))
    await owner(database, `update auth.one_time_tokens set created_at = now() - interval '24 hours'`)
    expect(await account(TOKEN)).toBeNull()
    await issue(createHash('sha256').update(TOKEN).digest('hex'))
    await owner(
      database,
      `insert into private.account_recovery_tokens (token_hash, user_id, phone_number) values ($1, $2, '+972501')`,
      [createHash('sha256').update('recovery').digest('hex'), dana.id],
    )
    expect(await account('recovery')).toEqual({ masked_email: 'da***i@gmail.com' })
    await owner(database, 'update users set is_active = false where id = $1', [dana.id])
    await owner(database, 'update users set is_active = true where id = $1', [dana.id])
    expect([await account(TOKEN), await account('recovery')]).toEqual([null, null])
    expect(await owner(database, 'select 1 from auth.one_time_tokens where user_id = $1', [dana.id])).toEqual([])
  })
})

test.each([
  ['dana.levi@gmail.com', 'da***i@gmail.com'],
  ['dana@x.co.il', 'da***@x.co.il'],
  ['ab@x.com', 'a***@x.com'],
  ['a@x.com', '***@x.com'],
])('%s is named %s', async (address, masked) => {
  expect(await owner(database, 'select private.mask_own_email($1) as m', [address])).toEqual([{ m: masked }])
})

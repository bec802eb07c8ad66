import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import {
  CLAIMS,
  claimsSignInMails,
  clearDue,
  type Due,
  decide,
  holdOutgoing,
  makeDue,
  readHold,
} from './support/outgoing.ts'
import { ANONYMOUS, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'

let database: Database
let root: Person
let admin: Person
let writer: Person
let due: Due

beforeAll(async () => {
  database = await openAcademyDatabase()
  root = await signUpStaff(database, 'root@academy.example', 'super_admin')
  admin = await signUpStaff(database, 'admin@academy.example', 'admin')
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  // The real one looks at the day of the week.
  await owner(
    database,
    `create or replace function private.queue_weekly_mails(at timestamptz) returns integer
     language sql volatile set search_path = '' as 'select 7'`,
  )
})
afterAll(() => database?.close())
beforeEach(async () => {
  due = await makeDue(database, root, writer)
})
afterEach(() => clearDue(database))

const one = async <Row>(text: string, values: unknown[] = []) => (await owner<Row>(database, text, values))[0]
const stateOf = async (campaign: string) =>
  (await one<{ state: string }>('select state from private.campaigns where id = $1', [campaign]))?.state
const recipients = () =>
  owner(database, 'select state, reason from private.campaign_recipients where campaign_id = $1', [due.campaign])
const kindsOf = (hold: { kinds: { kind: string }[] } | null) => hold?.kinds.map(({ kind }) => kind)
const acts = (action: string) =>
  owner<{ after: object }>(database, 'select after from public.audit_log where action = $1 order by position', [action])

describe.each(Object.entries(CLAIMS))('%s', (name, claim) => {
  test('gives nothing while it is held, and what is due when nothing is', async () => {
    await holdOutgoing(database)
    for (let round = 0; round < 3; round++) expect(await claim(database)).toBe(false)
    await owner(database, `update private.outgoing_holds set kinds = '{}', ended_at = now() where ended_at is null`)
    expect(await claim(database)).toBe(true)
  })

  test('would be seen to give something if it did not ask', async () => {
    await holdOutgoing(database)
    const definition = await one<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace`,
      [name],
    )
    const mutant = definition?.text.replace(/(private|public)\.is_outgoing_held\([^()]*\)/, 'false') ?? ''
    expect(mutant).not.toBe(definition?.text)
    await owner(database, mutant)
    try {
      expect(await claim(database)).toBe(true)
    } finally {
      await owner(database, definition?.text ?? '')
    }
  })
})

test('mails of sign-in are not taken while they are held', async () => {
  await holdOutgoing(database)
  expect(await claimsSignInMails(database)).toBe(false)
  await clearHold()
  expect(await claimsSignInMails(database)).toBe(true)
})
const clearHold = () =>
  owner(database, `update private.outgoing_holds set kinds = '{}', ended_at = now() where ended_at is null`)

test('what a sender reports of a mail that it took before is recorded while campaigns are held', async () => {
  const [mail] = (
    await callAs<{ mails: { id: string; attempt: number }[] }>(database, SERVICE, 'campaign_turn', ['[]', 1])
  ).mails
  await holdOutgoing(database)
  const settled = JSON.stringify([{ ...mail, outcome: 'sent', answer: '250' }])
  expect(await callAs(database, SERVICE, 'campaign_turn', [settled, 20])).toEqual({
    mails: [],
    skipped: 0,
    wait_ms: null,
  })
  expect(await one('select state from private.campaign_recipients where id = $1', [mail?.id])).toEqual({
    state: 'sent',
  })
})

test('a mailbox that only shows mails may have those that are held', async () => {
  await holdOutgoing(database)
  const rows = await database.queryAsCaller(SERVICE, 'select id from claim_emails(10, caught => true)')
  expect(rows.rows).toHaveLength(1)
})

test('the hold says what waits of each kind, and what is caused meanwhile waits as well', async () => {
  await holdOutgoing(database)
  await owner(
    database,
    `insert into public.email_outbox (kind, recipient, subject) values ('support_answer', 'new@example.com', 'x')`,
  )
  const hold = await readHold(database, root.caller)
  expect(hold?.kinds).toMatchObject([
    { kind: 'sign_in', count: 1, people: 1 },
    { kind: 'mails', count: 2, people: 2 },
    { kind: 'campaigns', count: 3, people: 2 },
    { kind: 'schedules', count: 1 },
    { kind: 'deletions', count: 1, people: 1 },
  ])
  const mails = await callAs<{ recipient: string; what: string }[]>(database, root.caller, 'list_outgoing', ['mails'])
  expect(mails.map(({ recipient, what }) => [recipient, what])).toEqual([
    ['d***@e***.com', 'support_answer'],
    ['n***@e***.com', 'support_answer'],
  ])
  expect(JSON.stringify(await callAs(database, root.caller, 'list_outgoing', ['deletions']))).not.toContain('leaving@')
})

test('each kind is let go by itself, once, with its line in the audit log, and the rest stays held', async () => {
  const id = await holdOutgoing(database)
  const { decided, hold } = await decide(database, [id, ['mails', 'schedules'], 'send'], root.caller)
  expect([decided.sort(), kindsOf(hold)]).toEqual([
    ['mails', 'schedules'],
    ['sign_in', 'campaigns', 'deletions'],
  ])
  expect(await CLAIMS.claim_emails?.(database)).toBe(true)
  expect(await CLAIMS.run_content_schedules?.(database)).toBe(true)
  expect(await CLAIMS.campaign_turn?.(database)).toBe(false)
  expect(await CLAIMS.purge_deleted_accounts?.(database)).toBe(false)
  expect((await acts('outgoing released')).slice(-2).map(({ after }) => after)).toMatchObject([
    { kind: 'mails', count: 1, reason: 'a drill' },
    { kind: 'schedules', count: 1, reason: 'a drill' },
  ])
  const lines = (await acts('outgoing released')).length
  expect(await decide(database, [id, ['mails'], 'drop'])).toMatchObject({ decided: [] })
  expect((await acts('outgoing released')).length).toBe(lines)

  expect(await decide(database, [id, ['sign_in', 'campaigns', 'deletions'], 'send'])).toMatchObject({ hold: null })
  expect(await CLAIMS.purge_deleted_accounts?.(database)).toBe(true)
  expect(await decide(database, [id, ['campaigns'], 'send'])).toEqual({ decided: [], hold: null })
})

test('two who decide the same at once decide it once', async () => {
  const id = await holdOutgoing(database)
  const both = await Promise.all(
    ['send', 'drop'].map((choice) => decide(database, [id, ['mails', 'campaigns'], choice])),
  )
  expect(both.map(({ decided }) => decided.length).sort()).toEqual([0, 2])
})

test('what is dropped ends in the states that it has, and nothing of it is deleted', async () => {
  const id = await holdOutgoing(database)
  await decide(database, [id, ['sign_in', 'mails', 'campaigns', 'schedules'], 'drop'])
  const ended = { status: 'abandoned', last_error: 'dropped after a restore', html: '', text_body: '' }
  expect(await one('select status, last_error, html, text_body, content from public.email_outbox')).toEqual({
    ...ended,
    content: null,
  })
  expect(await one('select status, last_error, html, text_body from mail.outbox')).toEqual(ended)
  expect([await stateOf(due.campaign), await stateOf(due.scheduled)]).toEqual(['cancelled', 'draft'])
  expect(await one(`select state from private.campaigns where occasion = 'welcome'`)).toEqual({ state: 'paused' })
  for (const recipient of await recipients()) expect(recipient).toEqual({ state: 'skipped', reason: 'cancelled' })
  expect(await one('select publish_at from private.content_items where id = $1', [due.category])).toEqual({
    publish_at: null,
  })
  expect(kindsOf(await readHold(database))).toEqual(['deletions'])
  // What was given up so is not sent again by anybody.
  const mail = await one<{ id: string }>('select id from public.email_outbox')
  expect(await callAs(database, root.caller, 'retry_mail', [mail?.id])).toBe(false)
})

test('campaigns are paused without losing anybody who waits', async () => {
  const id = await holdOutgoing(database)
  await decide(database, [id, ['campaigns'], 'pause'])
  expect([await stateOf(due.campaign), await stateOf(due.scheduled)]).toEqual(['paused', 'draft'])
  for (const recipient of await recipients()) expect(recipient).toMatchObject({ state: 'waiting' })
  expect(await CLAIMS.campaign_turn?.(database)).toBe(false)
})

test('mails whose code or link is over are dropped also when the others are sent', async () => {
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind, created_at) values
     ('late@example.com', 'x', 'x', 'x', 'magic_link', now() - interval '11 minutes'),
     ('asked@example.com', 'x', 'x', 'x', 'invite', now() - interval '23 hours'),
     ('over@example.com', 'x', 'x', 'x', 'invite', now() - interval '25 hours')`,
  )
  await owner(
    database,
    `insert into public.email_outbox (kind, recipient, subject, created_at) values
     ('account_recovery', 'late@example.com', 'x', now() - interval '25 hours'),
     ('support_answer', 'later@example.com', 'x', now() - interval '25 hours')`,
  )
  const id = await holdOutgoing(database)
  await decide(database, [id, ['sign_in', 'mails'], 'send'])
  const waiting = (table: string) =>
    owner<{ recipient: string }>(database, `select recipient from ${table} where status = 'queued' order by 1`)
  expect(await waiting('mail.outbox')).toEqual([{ recipient: 'asked@example.com' }, { recipient: 'noa@example.com' }])
  expect(await waiting('public.email_outbox')).toEqual([
    { recipient: 'dana@example.com' },
    { recipient: 'later@example.com' },
  ])
})

test('a decision names its kinds, a choice that fits them and a reason', async () => {
  const id = await holdOutgoing(database)
  const refused = async (...decision: Parameters<typeof decide>[1]) =>
    expect(await decide(database, decision).catch(errorCode)).toBe('OUTGOING_INVALID')
  await refused(id, [], 'send')
  await refused(id, ['everything'], 'send')
  await refused(id, ['mails'], 'forget')
  await refused(id, ['mails'], 'pause')
  await refused(id, ['deletions'], 'drop')
  await refused(id, ['mails', 'deletions'], 'drop')
  await refused(id, ['mails'], 'send', '  ')
  await refused(id, ['mails'], 'send', 'x'.repeat(501))
  expect(kindsOf(await readHold(database))).toHaveLength(5)
})

test('a second restore holds everything again, and a decision about the hold before it is refused', async () => {
  const first = await holdOutgoing(database)
  await decide(database, [first, ['mails'], 'send'])
  expect(await holdOutgoing(database)).toBe(first)
  expect(kindsOf(await readHold(database))).toContain('mails')
  await decide(database, [first, ['sign_in', 'mails', 'campaigns', 'schedules', 'deletions'], 'send'])
  const second = await holdOutgoing(database)
  expect(await decide(database, [first, ['mails'], 'send']).catch(errorCode)).toBe('OUTGOING_CHANGED')
  expect(second).not.toBe(first)
})

test('nobody but staff with settings.manage and the service key reads or decides, and staff freshly signed in', async () => {
  const id = await holdOutgoing(database)
  const student = await signUp(database, 'student@students.example')
  for (const { caller } of [student, writer, admin]) {
    expect(await readHold(database, caller).catch(errorCode)).toBe('FORBIDDEN')
    expect(await callAs(database, caller, 'list_outgoing', ['mails']).catch(errorCode)).toBe('FORBIDDEN')
    expect(await decide(database, [id, ['mails'], 'send'], caller).catch(errorCode)).toBe('FORBIDDEN')
    expect(await callAs(database, caller, 'hold_outgoing').catch(errorCode)).toBe('denied')
    expect(await callAs(database, caller, 'note_outgoing_site', ['x']).catch(errorCode)).toBe('denied')
  }
  for (const name of ['read_outgoing_hold', 'hold_outgoing'])
    expect(await callAs(database, ANONYMOUS, name).catch(errorCode)).toBe('denied')
  await owner(database, `update auth.sessions set created_at = now() - interval '50 minutes' where user_id = $1`, [
    root.id,
  ])
  await owner(
    database,
    `update auth.mfa_amr_claims set updated_at = now() - interval '50 minutes' where session_id = $1`,
    [root.caller.claims.session_id],
  )
  expect(await readHold(database, root.caller)).not.toBeNull()
  expect(await decide(database, [id, ['mails'], 'send'], root.caller).catch(errorCode)).toBe('REAUTHENTICATION_NEEDED')
})

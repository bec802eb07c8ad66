import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, registration, signUp, signUpStaff } from './support/people.ts'

const CONTENT = { title: 'קורס חדש', lead: 'נפתח קורס על ריבית.', button_text: 'לקורס', button_path: '/courses' }
type Link = { state: string; masked_email: string | null; can_return: boolean }
type Mail = {
  subject: string
  status: string
  content: { unsubscribe_token: string } | null
  last_error: string | null
}

let database: Database
let dana: Person
let counter = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from email_outbox')
  counter += 1
  dana = await agreed(`dana${counter}@example.com`)
})

const agreed = (email: string) => signUp(database, email, { metadata: registration({ marketing_consent: true }) })

/** Queues a mail; gives its token, or undefined when none was queued. */
async function queue(to = dana, content: object = CONTENT): Promise<string | undefined> {
  const [row] = await owner<{ id: string | null }>(database, 'select private.queue_marketing_email($1, $2, $3) as id', [
    to.id,
    'קורס חדש',
    content,
  ])
  const [mail] = await owner<Mail>(database, 'select * from email_outbox where id = $1', [row?.id])
  return mail?.content?.unsubscribe_token
}
const call = (name: string, token: string | undefined, caller: Caller = ANONYMOUS) =>
  callAs<Link>(database, caller, name, [token])
const look = (token: string | undefined) => call('describe_unsubscribe_link', token)
const agrees = async (to = dana) =>
  (await owner<{ yes: boolean }>(database, 'select marketing_consent as yes from users where id = $1', [to.id]))[0]?.yes
const ledger = async () =>
  (
    await owner<{ granted: boolean }>(
      database,
      `select granted from consent_events where user_id = $1 and purpose = 'marketing' order by occurred_at`,
      [dana.id],
    )
  ).map(({ granted }) => granted)
const setConsent = (yes: boolean) =>
  rowsAs(database, dana.caller, 'update users set marketing_consent = $2 where id = $1', [dana.id, yes])

test('a mail goes to who agreed, marked as the law wants, with a link that is stored as a hash only', async () => {
  const token = await queue()
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const [mail] = await owner<Mail>(database, 'select * from email_outbox')
  expect(mail).toMatchObject({ kind: 'marketing', recipient: dana.email, subject: 'פרסומת: קורס חדש' })
  const found = await owner(
    database,
    'select from private.unsubscribe_tokens where token_hash = $1 or recipient = $1',
    [token],
  )
  expect(found).toEqual([])
})

test.each([
  ['did not agree', 'update users set marketing_consent = false where id = $1'],
  ['is deactivated', 'update users set is_active = false where id = $1'],
  ['has no verified address', 'update users set email_verified = false where id = $1'],
  ['is about to leave', `update users set deletion_due_at = now() + interval '3 days' where id = $1`],
  [
    'has an address that bounced',
    `insert into email_suppressions (address, reason) select email, 'bounced' from users where id = $1`,
  ],
])('nothing is queued for a student who %s', async (_, change) => {
  await owner(database, change, [dana.id])
  expect(await queue()).toBeUndefined()
  expect(await owner(database, 'select from email_outbox')).toEqual([])
})

test('a mail that says nothing is refused, and nobody queues one by the API', async () => {
  await expect(queue(dana, { title: 'x' }).catch((error: unknown) => Promise.reject(errorCode(error)))).rejects.toBe(
    'INVALID_MAIL',
  )
  const staff = await signUpStaff(database, 'staff@academy.example', 'super_admin')
  for (const caller of [ANONYMOUS, dana.caller, staff.caller]) {
    for (const schema of ['public', 'private']) {
      const tried = rowsAs(database, caller, `select ${schema}.queue_marketing_email($1, 's', '{}')`, [dana.id])
      expect(await tried.catch(errorCode)).toBe('denied')
    }
  }
})

test('opening a link changes nothing, as often as it is opened', async () => {
  const token = await queue()
  const before = await owner(database, 'select * from private.unsubscribe_tokens order by 1')
  for (let i = 0; i < 3; i++) expect(await look(token)).toMatchObject({ state: 'subscribed', can_return: false })
  const reading = database.queryAsCaller<{ link: Link }>(
    ANONYMOUS,
    'select describe_unsubscribe_link($1) as link',
    [token],
    { readOnly: true },
  )
  expect((await reading).rows[0]?.link.masked_email).toBe('d***@e***.com')
  expect(await owner(database, 'select * from private.unsubscribe_tokens order by 1')).toEqual(before)
  expect(await agrees()).toBe(true)
  expect(await ledger()).toEqual([true])
})

test('a press ends the mails, enters it in the ledger and takes back what waits; a second press changes nothing', async () => {
  const [token, other] = [await queue(), await queue()]
  expect(await call('unsubscribe', token)).toMatchObject({ state: 'unsubscribed', can_return: true })
  expect(await call('unsubscribe', token)).toMatchObject({ state: 'unsubscribed', can_return: true })
  expect(await agrees()).toBe(false)
  expect(await ledger()).toEqual([true, false])
  expect(await owner(database, 'select reason from email_suppressions where address = $1', [dana.email])).toEqual([
    { reason: 'unsubscribed' },
  ])
  expect(await owner<Mail>(database, 'select status, content, last_error from email_outbox')).toEqual([
    { status: 'abandoned', content: null, last_error: 'consent withdrawn' },
    { status: 'abandoned', content: null, last_error: 'consent withdrawn' },
  ])
  expect(await look(other)).toMatchObject({ state: 'unsubscribed', can_return: false })
  expect(await queue()).toBeUndefined()
})

test('thirty presses at once are one line in the ledger', async () => {
  const token = await queue()
  await Promise.all(Array.from({ length: 30 }, () => call('unsubscribe', token)))
  expect(await ledger()).toEqual([true, false])
})

test('the way back is for the link that ended the mails, for a day', async () => {
  const [token, other] = [await queue(), await queue()]
  await call('unsubscribe', token)
  expect(await call('undo_unsubscribe', other)).toMatchObject({ state: 'unsubscribed' })
  expect(await call('undo_unsubscribe', token)).toMatchObject({ state: 'subscribed', can_return: false })
  expect(await ledger()).toEqual([true, false, true])
  expect(await queue()).toBeDefined()
  await call('unsubscribe', token)
  await owner(
    database,
    `update private.unsubscribe_tokens set used_at = now() - interval '25 hours' where used_at is not null`,
  )
  expect(await look(token)).toMatchObject({ state: 'unsubscribed', can_return: false })
  expect(await call('undo_unsubscribe', token)).toMatchObject({ state: 'unsubscribed' })
})

test('[5-01] a link subscribes nobody who withdrew in the profile; agreeing there again outweighs an older press', async () => {
  const token = await queue()
  await setConsent(false)
  expect(await call('unsubscribe', token)).toMatchObject({ state: 'unsubscribed', can_return: false })
  expect(await call('undo_unsubscribe', token)).toMatchObject({ state: 'unsubscribed' })
  await setConsent(true)
  await call('unsubscribe', token)
  await setConsent(true)
  expect(await look(token)).toMatchObject({ state: 'subscribed' })
  expect(await queue()).toBeDefined()
})

test('[5-01] agreeing in the profile ends the way back: who withdraws there later is subscribed by no link', async () => {
  const token = await queue()
  await call('unsubscribe', token)
  await setConsent(true)
  await setConsent(false)
  expect(await look(token)).toMatchObject({ state: 'unsubscribed', can_return: false })
  expect(await call('undo_unsubscribe', token)).toMatchObject({ state: 'unsubscribed' })
  expect(await agrees()).toBe(false)
})

test('agreeing in the profile and the way back at once wait for each other', async () => {
  const token = await queue()
  for (let i = 0; i < 20; i++) {
    await call('unsubscribe', token)
    await Promise.all([setConsent(true), call('undo_unsubscribe', token)])
    expect(await look(token)).toMatchObject({ state: 'subscribed', can_return: false })
  }
})

test('a bounced address stays held back, whatever is agreed', async () => {
  await owner(database, `insert into email_suppressions (address, reason) values ($1, 'bounced')`, [dana.email])
  await setConsent(false)
  await setConsent(true)
  expect(await queue()).toBeUndefined()
})

test.each(['x', '', null, "' or true --", '0'.repeat(64)])('the link %j is unknown and does nothing', async (token) => {
  for (const name of ['describe_unsubscribe_link', 'unsubscribe', 'undo_unsubscribe']) {
    expect(await call(name, token as string)).toEqual({ state: 'unknown', masked_email: null, can_return: false })
  }
})

test('mails of the account do not ask for consent', async () => {
  await call('unsubscribe', await queue())
  await rowsAs(database, dana.caller, 'select request_account_deletion()')
  expect(await owner(database, `select kind from email_outbox where status = 'queued'`)).toEqual([
    { kind: 'account_deletion_requested' },
  ])
})

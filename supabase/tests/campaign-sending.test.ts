import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, draft, recipientOf, send, type Turn, turn } from './support/campaigns.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUpStaff } from './support/people.ts'

let database: Database
let writer: Person
let dana: Person
let roni: Person
let counter = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from private.campaigns where occasion is null')
  await owner(database, 'delete from public.email_suppressions')
  await owner(database, `delete from auth.users where email like '%@students.example'`)
  counter += 1
  dana = await agreed(database, `dana${counter}@students.example`)
  roni = await agreed(database, `roni${counter}@students.example`, false)
})

/** The staff have accounts of students, too; these campaigns go to Dana and Roni. */
const OURS = { audience: { match: 'all', rules: [{ field: 'registered', op: 'within', days: 1 }] } }
const withdraw = (person: Person) =>
  rowsAs(database, person.caller, 'update users set marketing_consent = false where id = $1', [person.id])
const stateOf = async (id: string, person: Person) => (await recipientOf(database, id, person))?.state
const steer = (id: string, act: string) =>
  callAs<{ state: string }>(database, writer.caller, 'set_campaign_state', [id, act])
/** What waits is due, and the pace of the campaign holds nothing back, however soon the test asks. */
const due = async (id: string) => {
  await owner(database, 'update private.campaign_recipients set due_at = now() where campaign_id = $1', [id])
  await owner(database, 'update private.campaigns set next_at = now() where id = $1', [id])
}
const only = (person: Person, mails: Turn['mails']) => mails.filter(({ recipient }) => recipient === person.email)

test('[2.12-09] marketing is queued for those alone who agreed, and carries a way out of its own', async () => {
  const id = await send(database, writer, { kind: 'marketing', ...OURS })
  expect(await recipientOf(database, id, roni)).toBeUndefined()
  const { mails } = await turn(database)
  expect(only(dana, mails)).toEqual([
    expect.objectContaining({ attempt: 1, token: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  ])
  expect(await callAs(database, ANONYMOUS, 'unsubscribe', [only(dana, mails)[0]?.token])).toMatchObject({
    state: 'unsubscribed',
  })
})

test('who withdraws between queueing and sending is skipped; the question is asked again of each', async () => {
  const id = await send(database, writer, { kind: 'marketing', ...OURS })
  await withdraw(dana)
  const { mails, skipped } = await turn(database)
  expect(mails).toEqual([])
  expect(skipped).toBeGreaterThan(0)
  expect(await recipientOf(database, id, dana)).toMatchObject({ state: 'skipped', reason: 'no consent' })
})

test.each([
  ['complained', 'marketing', 'suppressed'],
  ['unsubscribed', 'marketing', 'suppressed'],
  ['bounced', 'service', 'suppressed'],
  ['complained', 'service', 'suppressed'],
  ['unsubscribed', 'service', undefined],
])('an address that %s gets %s: %s', async (reason, kind, skipped) => {
  const id = await send(database, writer, { kind, ...OURS })
  await owner(database, 'insert into email_suppressions (address, reason) values ($1, $2)', [dana.email, reason])
  const { mails } = await turn(database)
  expect(only(dana, mails)).toHaveLength(skipped ? 0 : 1)
  expect(await recipientOf(database, id, dana)).toMatchObject({
    state: skipped ? 'skipped' : 'sending',
    reason: skipped ?? null,
  })
})

test('a withdrawal that is being written waits for the taking, or the taking for it: one of them is true', async () => {
  const id = await send(database, writer, { kind: 'marketing', ...OURS })
  const [withdrawn, taken] = await Promise.allSettled([withdraw(dana), turn(database)])
  expect(withdrawn.status).toBe('fulfilled')
  const mails = taken.status === 'fulfilled' ? only(dana, taken.value.mails) : []
  expect(await stateOf(id, dana)).toBe(mails.length === 1 ? 'sending' : 'skipped')
})

test('many senders share a campaign and nobody is taken twice', async () => {
  const id = await send(database, writer, OURS)
  const turns = await Promise.allSettled(Array.from({ length: 8 }, () => turn(database, [], 1)))
  const taken = turns.flatMap((one) => (one.status === 'fulfilled' ? one.value.mails : []))
  await due(id)
  const rest = (await turn(database)).mails
  const ids = [...taken, ...rest].map((mail) => mail.id)
  expect(new Set(ids).size).toBe(ids.length)
  const queued = await owner(database, 'select id from private.campaign_recipients where campaign_id = $1', [id])
  expect(ids).toHaveLength(queued.length)
})

test.each([
  ['sent', 'sent'],
  ['permanent', 'refused'],
  ['unconfirmed', 'unconfirmed'],
  ['temporary', 'waiting'],
  ['unreachable', 'waiting'],
])('what was %s is %s', async (outcome, state) => {
  const id = await send(database, writer, OURS)
  const [mail] = only(dana, (await turn(database)).mails)
  await turn(database, [{ id: mail?.id, attempt: mail?.attempt, outcome, answer: `451 ${dana.email} later` }], 0)
  const recipient = await recipientOf(database, id, dana)
  expect(recipient?.state).toBe(state)
  expect(recipient?.reason ?? '').not.toContain(dana.email)
})

test('a temporary refusal is tried again, each time later, six times; the sixth is a failure, which staff send again', async () => {
  const id = await send(database, writer, OURS)
  const waits: number[] = []
  for (let tries = 1; tries <= 6; tries++) {
    const [mail] = only(dana, (await turn(database)).mails)
    expect(mail?.attempt).toBe(tries)
    await turn(database, [{ ...mail, outcome: 'temporary', answer: '451 later' }], 0)
    const [row] = await owner<{ minutes: number }>(
      database,
      `select round(extract(epoch from due_at - now()) / 60)::int as minutes from private.campaign_recipients where campaign_id = $1 and user_id = $2`,
      [id, dana.id],
    )
    waits.push(row?.minutes ?? 0)
    await due(id)
  }
  expect(waits.slice(0, 5)).toEqual([1, 5, 25, 125, 625])
  expect(await recipientOf(database, id, dana)).toMatchObject({ state: 'failed', refusals: 6 })
  expect(only(dana, (await turn(database)).mails)).toEqual([])
  expect(await callAs(database, writer.caller, 'retry_campaign', [id, 'failed'])).toEqual({ retried: 1 })
  expect(only(dana, (await turn(database)).mails)).toHaveLength(1)
})

test.each([
  ['draft', 'failed'],
  ['scheduled', 'failed'],
  ['cancelled', 'failed'],
  ['sending', 'sent'],
  ['sending', null],
])('a campaign that is %s is not sent again for what is %s', async (state, which) => {
  const { id } = await draft(database, writer, OURS)
  await owner(database, 'update private.campaigns set state = $2, starts_at = now() where id = $1', [id, state])
  const retried = callAs(database, writer.caller, 'retry_campaign', [id, which])
  expect(await retried.catch(errorCode)).toBe('CAMPAIGN_STATE')
})

test('who is to wait waits, also while others are due', async () => {
  const id = await send(database, writer, OURS)
  const refused = (await turn(database)).mails.map((mail) => ({ ...mail, outcome: 'temporary', answer: '451 later' }))
  await turn(database, refused, 0)
  await due(id)
  await owner(
    database,
    `update private.campaign_recipients set due_at = now() + interval '1 minute' where campaign_id = $1 and user_id = $2`,
    [id, dana.id],
  )
  const { mails } = await turn(database)
  expect([only(dana, mails).length, only(roni, mails).length]).toEqual([0, 1])
})

test('a sender that ends leaves its mail unconfirmed: it is never sent again by itself, and a late word is still believed', async () => {
  const id = await send(database, writer, OURS)
  const [mail] = only(dana, (await turn(database)).mails)
  await owner(
    database,
    `update private.campaign_recipients set claimed_at = now() - interval '4 minutes' where state = 'sending'`,
  )
  await callAs(database, SERVICE, 'run_campaigns')
  expect(await recipientOf(database, id, dana)).toMatchObject({ state: 'unconfirmed', reason: 'the sender ended' })
  expect((await turn(database)).mails).toEqual([])
  await turn(database, [{ ...mail, outcome: 'sent', answer: '' }], 0)
  expect(await stateOf(id, dana)).toBe('sent')
  await turn(database, [{ ...mail, outcome: 'permanent', answer: '550 no' }], 0)
  expect(await stateOf(id, dana)).toBe('sent')
})

test('a word about an earlier taking changes nothing', async () => {
  const id = await send(database, writer, OURS)
  const [mail] = only(dana, (await turn(database)).mails)
  await turn(database, [{ ...mail, outcome: 'unreachable', answer: '' }], 0)
  await due(id)
  await turn(database)
  await turn(database, [{ ...mail, outcome: 'sent', answer: '' }], 0)
  expect(await stateOf(id, dana)).toBe('sending')
})

test('a mailbox that the mail server does not know is one for the list at once', async () => {
  await send(database, writer, OURS)
  const [mail] = only(dana, (await turn(database)).mails)
  await turn(database, [{ ...mail, outcome: 'permanent', answer: '550 5.1.1 no such user' }], 0)
  expect(await owner(database, 'select address, reason from email_suppressions')).toEqual([
    { address: dana.email, reason: 'bounced' },
  ])
})

test('paused nothing is taken, resumed the rest is; cancelled the rest is skipped, also what was on its way and refused', async () => {
  const id = await send(database, writer, OURS)
  const [first] = (await turn(database, [], 1)).mails
  expect((await steer(id, 'pause')).state).toBe('paused')
  expect((await turn(database)).mails).toEqual([])
  expect((await steer(id, 'resume')).state).toBe('sending')
  expect((await steer(id, 'cancel')).state).toBe('cancelled')
  await turn(database, [{ ...first, outcome: 'temporary', answer: '451 later' }], 20)
  const states = await owner(
    database,
    'select distinct state, reason from private.campaign_recipients where campaign_id = $1',
    [id],
  )
  expect(states).toEqual([{ state: 'skipped', reason: 'cancelled' }])
  expect(await steer(id, 'resume').catch(errorCode)).toBe('CAMPAIGN_STATE')
})

test('when nobody waits any more, nothing more comes by itself', async () => {
  await send(database, writer, OURS)
  const { mails } = await turn(database)
  const sent = mails.map(({ id, attempt }) => ({ id, attempt, outcome: 'sent', answer: '' }))
  expect(await turn(database, sent, 1)).toEqual({ mails: [], skipped: 0, wait_ms: null })
})

test('only so many a minute leave, whatever the number of senders', async () => {
  await send(database, writer, { ...OURS, per_minute: 60 })
  expect((await turn(database, [], 1)).mails).toHaveLength(1)
  await owner(database, `update private.campaigns set next_at = now() + interval '10 minutes' where state = 'sending'`)
  const { mails, wait_ms } = await turn(database, [], 1)
  expect(mails).toEqual([])
  expect(wait_ms).toBeLessThanOrEqual(600_000)
})

test('a mail of an account goes first', async () => {
  await send(database, writer, OURS)
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', 'a@example.com', 's')`)
  expect((await turn(database)).mails).toEqual([])
  await owner(database, `update email_outbox set status = 'sent'`)
  expect((await turn(database)).mails.length).toBeGreaterThan(0)
})

test.each([
  ['2026-03-26T19:30:00Z', true, 'the evening before summer time'],
  ['2026-03-27T04:59:00Z', true, 'an hour earlier by the clock of winter'],
  ['2026-03-27T05:00:00Z', false, 'eight on the clock of summer'],
  ['2026-03-27T17:59:00Z', false, 'before nine in the evening'],
  ['2026-03-27T18:00:00Z', true, 'nine in the evening'],
  ['2026-10-24T05:00:00Z', false, 'the last morning of summer time'],
  ['2026-10-25T05:59:00Z', true, 'the first morning of winter time'],
  ['2026-10-25T06:00:00Z', false, 'eight on the clock of winter'],
])('at %s it is quiet: %s (%s)', async (at, quiet) => {
  const [row] = await owner<{ quiet: boolean }>(database, `select private.is_quiet($1, '21:00', '08:00') as quiet`, [
    at,
  ])
  expect(row?.quiet).toBe(quiet)
})

test('in quiet hours nothing is taken, and none are quiet where there are none', async () => {
  const id = await send(database, writer, OURS)
  await owner(database, `update private.campaigns set quiet_from = '00:00', quiet_to = '23:59:59.999' where id = $1`, [
    id,
  ])
  expect((await turn(database)).mails).toEqual([])
  await owner(database, 'update private.campaigns set quiet_from = null, quiet_to = null where id = $1', [id])
  expect((await turn(database)).mails.length).toBeGreaterThan(0)
})

test('a planned campaign finds its students when its time comes, and is done when all are through', async () => {
  const { id, version } = await draft(database, writer, OURS)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await callAs(database, writer.caller, 'send_campaign', [id, version, null, at])
  await callAs(database, SERVICE, 'run_campaigns')
  expect((await turn(database)).mails).toEqual([])
  const late = await agreed(database, `late${counter}@students.example`)
  await owner(database, 'update private.campaigns set starts_at = now() where id = $1', [id])
  await callAs(database, SERVICE, 'run_campaigns')
  const { mails } = await turn(database)
  expect(only(late, mails)).toHaveLength(1)
  await turn(
    database,
    mails.map((mail) => ({ ...mail, outcome: 'sent', answer: '' })),
    0,
  )
  await callAs(database, SERVICE, 'run_campaigns')
  expect(await callAs(database, writer.caller, 'read_campaign', [id])).toMatchObject({
    state: 'done',
    counts: { sent: mails.length },
  })
})

test('nobody but the server takes mails or reports of them', async () => {
  const admin = await signUpStaff(database, `admin${counter}@academy.example`, 'admin')
  for (const caller of [ANONYMOUS, dana.caller, writer.caller, admin.caller]) {
    for (const call of [`campaign_turn('[]', 1)`, `campaign_text('${dana.id}')`, 'run_campaigns()'])
      expect(await rowsAs(database, caller, `select public.${call}`).catch(errorCode)).toBe('denied')
    for (const table of ['campaigns', 'campaign_recipients', 'muted_notifications'])
      expect(await rowsAs(database, caller, `select from private.${table}`).catch(errorCode)).toBe('denied')
  }
})

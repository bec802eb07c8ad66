import { beforeEach, describe, expect, test } from 'vitest'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { type Person, SERVICE, signUp } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Mail = {
  id: string
  source: string
  recipient: string
  state: string
  answer: string
  can_retry: boolean
  sort_value: string
}
type Lines = { rows: Mail[]; total: number | null; size: number }
type Cause = { id: string; failure: string; answer: string; mails: number; can_retry: number }

const boss = () => as('super_admin')
const list = (query: object = {}) =>
  callAs<Lines>(database, boss(), 'list_undelivered_mails', [JSON.stringify({ count: true, ...query })])
const causes = () => callAs<Cause[]>(database, boss(), 'mail_causes')
const retry = (id: string) => callAs<boolean>(database, boss(), 'retry_mail', [id])

async function queue(kind: string, recipient: string, content: object | null = {}): Promise<string> {
  const rows = await owner<{ id: string }>(
    database,
    `insert into email_outbox (kind, recipient, subject, content) values ($1, $2, 'נושא', $3) returning id`,
    [kind, recipient, content],
  )
  return rows[0]?.id ?? ''
}
const fail = (id: string, failure: string, kind: string) =>
  callAs(database, SERVICE, 'finish_email', [id, failure, kind])
const stateOf = async (id: string) =>
  (
    await owner<{ status: string; content: object | null }>(
      database,
      'select status, content from email_outbox where id = $1',
      [id],
    )
  )[0]
const audited = (action: string) =>
  owner<{ entity_id: string }>(database, 'select entity_id from audit_log where action = $1 order by id', [action])

let serial = 0
let dana: Person
beforeEach(async () => {
  await owner(database, 'delete from email_outbox')
  await owner(database, 'delete from mail.outbox')
  dana = await signUp(database, `dana${++serial}@example.com`)
  await owner(database, 'update users set marketing_consent = true where id = $1', [dana.id])
})

describe('[2.12-10] [6-19] mails that did not arrive', () => {
  test('the navigation counts what was given up, not what was taken back untried', async () => {
    const given = await queue('marketing', dana.email)
    await fail(given, '550 no', 'permanent')
    await queue('marketing', dana.email)
    await owner(database, `update email_outbox set status = 'abandoned' where id <> $1`, [given])
    expect(await callAs(database, boss(), 'staff_waiting')).toMatchObject({ mails: 1 })
  })

  test('both queues, what was sent and decoys left out, recipients masked', async () => {
    const waits = await queue('marketing', dana.email)
    const refused = await queue('marketing', dana.email)
    await fail(refused, `550 5.1.1 <${dana.email}>: no such mailbox`, 'permanent')
    const sent = await queue('marketing', dana.email)
    await callAs(database, SERVICE, 'finish_email', [sent])
    await owner(database, `update email_outbox set is_decoy = true where id = $1`, [
      await queue('marketing', dana.email),
    ])
    await owner(
      database,
      `insert into mail.outbox (recipient, subject, html, text_body, kind, last_failure, last_error)
       values ($1, 's', 'https://secret.example', 't', 'magiclink', 'unreachable', 'connect ECONNREFUSED 127.0.0.1:25')`,
      [dana.email],
    )
    const { rows, total } = await list()
    expect([total, rows.length]).toEqual([3, 3])
    expect(rows.map(({ source, state, can_retry }) => [source, state, can_retry])).toEqual(
      expect.arrayContaining([
        ['sign_in', 'delayed', true],
        ['product', 'abandoned', true],
        ['product', 'waiting', true],
      ]),
    )
    expect(rows.find(({ id }) => id === waits)?.recipient).toBe('d***@e***.com')
    expect(JSON.stringify([rows, await causes()])).not.toMatch(/dana|secret/)
  })

  test('a search finds the whole address only; filters and pages walk each mail once', async () => {
    for (let i = 0; i < 60; i++) await queue('marketing', i < 55 ? dana.email : `other${i}@example.com`)
    expect((await list({ search: dana.email.toUpperCase() })).total).toBe(55)
    expect((await list({ search: dana.email.slice(0, -1) })).total).toBe(0)
    expect((await list({ state: 'abandoned' })).total).toBe(0)
    expect((await list({ kind: `marketing' or true --` })).total).toBe(0)
    const first = await list({ direction: 'asc' })
    expect(first.rows).toHaveLength(51)
    const last = first.rows[49]
    const second = await list({ direction: 'asc', after: { value: last?.sort_value, id: last?.id } })
    const seen = [...first.rows.slice(0, 50), ...second.rows].map(({ id }) => id)
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
    expect(await list({ after: { value: 'x', id: 'y' } }).catch(errorCode)).toBe('INVALID_CURSOR')
  })

  test('a cause is told once, whoever it was about, and its code finds its mails', async () => {
    for (const [i, answer] of [
      '450 4.7.1 <a@x.example>: try later (4f0a9c3d21)',
      '450 4.7.1 <b@y.example>: try later (99aa31cd01)',
    ].entries())
      await fail(await queue('security_notice', `reader${i}@example.com`), answer, 'temporary')
    for (const name of ['d.levi+x', 'noa'])
      await fail(
        await queue('security_notice', `${name}@example.com`),
        `550 User ${name.toUpperCase()} unknown`,
        'permanent',
      )
    const found = await causes()
    expect(found.map(({ failure, answer, mails, can_retry }) => [failure, answer, mails, can_retry])).toEqual(
      expect.arrayContaining([
        ['temporary', '450 4.7.1 <…>: try later (#)', 2, 2],
        ['permanent', '550 User … unknown', 2, 0],
      ]),
    )
    const both = found.find(({ failure }) => failure === 'temporary')
    expect((await list({ search: both?.id })).total).toBe(2)
  })

  test('one that was given up keeps what it says where no link opens anything, and goes again', async () => {
    const letter = await queue('marketing', dana.email, { title: 'x' })
    const notice = await queue('security_notice', dana.email, { token: 'secret' })
    for (const id of [letter, notice]) await fail(id, '550 full', 'permanent')
    expect(await stateOf(notice)).toEqual({ status: 'abandoned', content: null })
    expect([await retry(letter), await retry(notice)]).toEqual([true, false])
    expect(await stateOf(letter)).toEqual({ status: 'queued', content: { title: 'x' } })
    const claimed = await rowsAs<{ id: string }>(database, SERVICE, 'select id from claim_emails(10)')
    expect(claimed.map(({ id }) => id)).toEqual([letter])
    expect(await retry(letter)).toBe(false)
    await owner(database, `update email_outbox set created_at = now() - interval '2 days' where id = $1`, [letter])
    await fail(letter, '450 later', 'temporary')
    expect(await stateOf(letter)).toEqual({ status: 'abandoned', content: { title: 'x' } })
    expect((await audited('mail retried')).map(({ entity_id }) => entity_id)).toEqual([letter])
  })

  test('who withdrew, left or stays gets nothing again that no longer holds', async () => {
    const letter = await queue('marketing', dana.email)
    const leaving = await queue('account_deletion_requested', dana.email)
    for (const id of [letter, leaving]) await fail(id, '550 full', 'permanent')
    await owner(database, 'update users set marketing_consent = false where id = $1', [dana.id])
    expect([await retry(letter), await retry(leaving)]).toEqual([false, false])
    await owner(database, `update users set deletion_due_at = now() + interval '9 days' where id = $1`, [dana.id])
    expect(await retry(leaving)).toBe(true)
  })

  test('all of a cause go at once, those of sign-in too, and the audit log has one line', async () => {
    for (let i = 0; i < 3; i++) await fail(await queue('marketing', dana.email), 'connect ETIMEDOUT', 'unreachable')
    await owner(
      database,
      `insert into mail.outbox (recipient, subject, html, text_body, kind, last_failure, last_error, next_attempt_at)
       values ($1, 's', 'h', 't', 'magiclink', 'unreachable', 'connect ETIMEDOUT', now() + interval '1 hour')`,
      [dana.email],
    )
    const cause = (await causes())[0]
    expect(cause).toMatchObject({ mails: 4, can_retry: 4 })
    const [once, twice] = await Promise.all(
      [1, 2].map(() => callAs(database, boss(), 'retry_mails_of_cause', [cause?.id])),
    )
    expect([once, twice]).toEqual([
      { retried: 4, left: 0 },
      { retried: 4, left: 0 },
    ])
    expect(await rowsAs(database, SERVICE, 'select id from claim_emails(10)')).toHaveLength(3)
    const due = await owner(database, 'select from mail.outbox where next_attempt_at <= now()')
    expect(due).toHaveLength(1)
    expect((await audited('mails retried')).map(({ entity_id }) => entity_id)).toEqual([cause?.id, cause?.id])
  })

  test('an address is opened before it is read, by the same member, and the student knows', async () => {
    const mail = await queue('marketing', dana.email)
    const read = () => callAs<string>(database, boss(), 'read_mail_recipient', [mail])
    expect(await read().catch(errorCode)).toBe('RECORD_NOT_OPENED')
    const together = database.asCaller(boss(), async (tx) => {
      await tx.query('select public.open_mail_recipient($1)', [mail])
      await tx.query('select public.read_mail_recipient($1)', [mail])
    })
    expect(await together.then(() => 'read', errorCode)).toBe('RECORD_NOT_OPENED')
    await callAs(database, boss(), 'open_mail_recipient', [mail])
    expect(await read()).toBe(dana.email)
    const views = await rowsAs(database, dana.caller, 'select what from record_views where student_id = $1', [dana.id])
    expect(views).toEqual([{ what: 'record' }])
    expect((await audited('recipient opened')).map(({ entity_id }) => entity_id)).toEqual([mail])
    await owner(database, `update private.opened_mails set opened_at = now() - interval '11 minutes'`)
    expect(await read().catch(errorCode)).toBe('RECORD_NOT_OPENED')
  })

  test('without the sign-in service of ours the mails of the product remain', async () => {
    await queue('marketing', dana.email)
    await owner(database, 'alter table mail.outbox rename to outbox_elsewhere')
    try {
      expect((await list()).total).toBe(1)
      expect(await causes()).toEqual([])
    } finally {
      await owner(database, 'alter table mail.outbox_elsewhere rename to outbox')
    }
  })
})

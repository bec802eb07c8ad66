import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { approveAhead } from './support/approvals.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { openSession, type Person, SERVICE, signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

withStaff()

type Member = Person & { adminId: string }
type Listed = { id: string; action: string; about: string; state: string; own: boolean; may_decide: boolean }

const REASON = 'החלפת מנהלת בחופשה'
const FILE = 'academy-2026-11-28.tar.gz'
let root: Member
let second: Member

beforeAll(async () => {
  root = staff.super_admin as Member
  await owner(
    database,
    `insert into private.system_reports (report) values (jsonb_build_object('backups', jsonb_build_object('files', jsonb_build_array(jsonb_build_object('name', $1::text, 'is_handed_out', true)))))`,
    [FILE],
  )
  await owner(
    database,
    `insert into auth.users (id, email, email_confirmed_at)
     select gen_random_uuid(), 'crowd' || i || '@example.com', now() from generate_series(1, 501) as i`,
  )
  await owner(
    database,
    `update users set first_name = case when length(email) % 2 = 0 then 'קבוצה' else 'חבורה' end where email like 'crowd%'`,
  )
})
let serial = 0
beforeEach(async () => {
  serial += 1
  second = await signUpStaff(database, `second${serial}@academy.example`, 'super_admin')
})
/** A statement past the guards of the tables. */
const unguarded = (sql: string, values: unknown[] = []) =>
  database.asOwner(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql, values)
  })
/** Leaves one super_admin, as if the others had never been. */
const forgetOthers = async () => {
  await owner(
    database,
    `update admin_users set role_id = (select id from roles where name = 'unknown')
     where id <> $1 and role_id = (select id from roles where name = 'super_admin')`,
    [root.adminId],
  )
  await unguarded(`delete from audit_log where entity = 'admin_users' or action = 'students exported'`)
}
afterEach(async () => {
  await owner(database, 'delete from private.approval_requests')
  await owner(database, 'delete from private.caller_counts')
  await owner(database, 'delete from email_outbox')
  await forgetOthers()
})

const outcome = (caller: Caller, name: string, values: unknown[] = []) =>
  callAs(database, caller, name, values).then(() => 'done', errorCode)
const request = (caller: Caller, act: string, subject: object = {}) =>
  callAs<string>(database, caller, 'request_approval', [act, JSON.stringify(subject), REASON])
const decide = (caller: Caller, id: string, approved = true) => outcome(caller, 'decide_approval', [id, approved])
const list = async (caller = root.caller) =>
  callAs<{ alone: boolean; requests: Listed[] }>(database, caller, 'list_approvals')
/** What the refusal names, to be handed to `request_approval`. */
const wanted = async (caller: Caller, name: string, values: unknown[]) => {
  const error = await callAs(database, caller, name, values).catch((cause: Error) => cause)
  expect(errorCode(error)).toBe('APPROVAL_NEEDED')
  const { details } = JSON.parse((error as Error).message) as { details: string }
  return JSON.parse(details) as { action: string; subject: object; approvers: number }
}

/** Each act that wants an approval, with a case that is much like it and wants none. */
const ACTS: [title: string, call: () => [string, unknown[]], other: () => [string, unknown[]]][] = [
  [
    'the role super_admin',
    () => ['set_admin_role', [staff.analyst?.adminId, 'super_admin']],
    () => ['set_admin_role', [staff.analyst?.adminId, 'analyst']],
  ],
  [
    'reopening a super_admin',
    () => ['set_admin_active', [closed, true]],
    () => ['set_admin_active', [staff.analyst?.adminId, true]],
  ],
  [
    'an invitation as super_admin',
    () => ['create_admin_invitation', ['Third@academy.example', 'super_admin']],
    () => ['create_admin_invitation', ['third@academy.example', 'admin']],
  ],
  ['taking a backup along', () => ['make_backup_link', [FILE]], () => ['list_team', []]],
  [
    'the list of all students',
    () => ['open_students_export', ['{}', 'csv']],
    () => ['open_students_export', ['{"search": "crowd7@example.com"}', 'csv']],
  ],
]
let closed = ''
beforeEach(async () => {
  const former = await signUpStaff(database, `closed${serial}@academy.example`, 'super_admin')
  closed = former.adminId
  await owner(database, 'update admin_users set is_active = false where id = $1', [closed])
})
afterEach(() =>
  owner(database, `update admin_users set role_id = (select id from roles where name = 'analyst') where id = $1`, [
    staff.analyst?.adminId,
  ]),
)

describe.each(ACTS)('%s', (_, call, other) => {
  test('is done after another super_admin approved it, once, and never before', async () => {
    const [name, values] = call()
    const { action: act, subject, approvers } = await wanted(root.caller, name, values)
    expect(approvers).toBe(1)
    const id = await request(root.caller, act, subject)
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
    expect(await decide(second.caller, id)).toBe('done')
    expect(await outcome(root.caller, ...other())).toBe('done')
    expect(await outcome(root.caller, name, values)).toBe('done')
    expect((await list()).requests.map(({ state }) => state)).toEqual(['used'])
    await owner(database, `update admin_users set is_active = false where id = $1`, [closed])
    await owner(
      database,
      `update admin_users set role_id = (select id from roles where name = 'analyst') where id = $1`,
      [staff.analyst?.adminId],
    )
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
  })

  test('is refused when it was refused, and after its day', async () => {
    const [name, values] = call()
    const { action: act, subject } = await wanted(root.caller, name, values)
    expect(await decide(second.caller, await request(root.caller, act, subject), false)).toBe('done')
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
    const late = await request(root.caller, act, subject)
    expect(await decide(second.caller, late)).toBe('done')
    await owner(database, `update private.approval_requests set expires_at = now() - interval '1 second'`)
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
  })

  test('takes no other’s approval, nor that of somebody who is no super_admin any more', async () => {
    const [name, values] = call()
    const third = await signUpStaff(database, `third${serial}@academy.example`, 'super_admin')
    const { action: act, subject } = await wanted(root.caller, name, values)
    await decide(root.caller, await request(second.caller, act, subject))
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
    await decide(third.caller, await request(root.caller, act, subject))
    await owner(database, 'update admin_users set is_active = false where id = $1', [third.adminId])
    expect(await outcome(root.caller, name, values)).toBe('APPROVAL_NEEDED')
  })

  test('still wants a fresh proof and the right to do it', async () => {
    const [name, values] = call()
    const { action: act, subject } = await wanted(root.caller, name, values)
    await approveAhead(database, root.caller, act as 'backup', subject)
    const old = await database.asAuthAdmin((tx) => openSession(tx, root, { sessionAge: 0.5, aal: 'aal2' }))
    expect(await outcome(old, name, values)).toBe('REAUTHENTICATION_NEEDED')
    expect(await outcome(as('marketing'), name, values)).toBe('FORBIDDEN')
    expect((await list()).requests.map(({ state }) => state)).toEqual(['approved'])
  })

  test('two at once use one approval once', async () => {
    const [name, values] = call()
    const { action: act, subject } = await wanted(root.caller, name, values)
    await approveAhead(database, root.caller, act as 'backup', subject)
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(root.caller, name, values)))
    expect(outcomes.toSorted()).toEqual(['APPROVAL_NEEDED', 'APPROVAL_NEEDED', 'done'])
  })

  test('where there is one super_admin alone nothing is asked', async () => {
    const [name, values] = call()
    await forgetOthers()
    await owner(
      database,
      `update admin_users set role_id = (select id from roles where name = 'super_admin') where id = $1`,
      [closed],
    )
    expect(await list()).toMatchObject({ alone: true })
    expect(await outcome(root.caller, name, values)).toBe('done')
  })
})

describe('who may approve', () => {
  test('not who asked: by another session, nor by another account of the same mailbox', async () => {
    const id = await request(root.caller, 'backup', { file: FILE })
    const elsewhere = await database.asAuthAdmin((tx) => openSession(tx, root, { aal: 'aal2' }))
    for (const own of [root.caller, elsewhere]) expect(await decide(own, id)).toBe('APPROVAL_OWN')
    const twin = await signUpStaff(database, `twin${serial}@academy.example`, 'super_admin')
    await unguarded(`update admin_users set email = 'super-admin+2@academy.example' where id = $1`, [twin.adminId])
    expect(await decide(twin.caller, id)).toBe('APPROVAL_OWN')
    await unguarded('delete from admin_users where id = $1', [twin.adminId])
    expect((await list()).requests.map(({ own, may_decide }) => [own, may_decide])).toEqual([[true, false]])
    expect((await list(second.caller)).requests.map(({ own, may_decide }) => [own, may_decide])).toEqual([
      [false, true],
    ])
  })

  test('nobody but a super_admin, freshly signed in', async () => {
    const id = await request(root.caller, 'backup', { file: FILE })
    for (const role of ['admin', 'analyst', 'marketing']) expect(await decide(as(role), id)).toBe('FORBIDDEN')
    expect(await decide(SERVICE, id)).toBe('denied')
    const old = await database.asAuthAdmin((tx) => openSession(tx, second, { sessionAge: 0.5, aal: 'aal2' }))
    expect(await decide(old, id)).toBe('REAUTHENTICATION_NEEDED')
  })

  test('once, in a day; who asked may take it back', async () => {
    const id = await request(root.caller, 'backup', { file: FILE })
    expect(await decide(root.caller, id, false)).toBe('done')
    expect(await decide(second.caller, id)).toBe('ALREADY_DECIDED')
    const late = await request(root.caller, 'backup', { file: FILE })
    await owner(database, `update private.approval_requests set expires_at = now() where id = $1`, [late])
    expect(await decide(second.caller, late)).toBe('APPROVAL_EXPIRED')
    expect(await decide(second.caller, '00000000-0000-4000-8000-00000000dead')).toBe('APPROVAL_NOT_FOUND')
    const raced = await request(root.caller, 'backup', { file: FILE })
    const outcomes = await Promise.all([decide(second.caller, raced), decide(second.caller, raced, false)])
    expect(outcomes.toSorted()).toEqual(['ALREADY_DECIDED', 'done'])
  })
})

describe('getting rid of the second person', () => {
  test.each([
    ['closing them', 'set_admin_active', false],
    ['another role', 'set_admin_role', 'admin'],
  ])('by %s leaves the act waiting for a day', async (_, name, value) => {
    expect(await outcome(root.caller, name, [second.adminId, value])).toBe('done')
    expect(await wanted(root.caller, 'make_backup_link', [FILE])).toMatchObject({ approvers: 0 })
    expect(await list()).toMatchObject({ alone: false })
  })

  test('making one of one’s own is itself such an act', async () => {
    expect(await outcome(root.caller, 'create_admin_invitation', ['me2@academy.example', 'super_admin'])).toBe(
      'APPROVAL_NEEDED',
    )
    expect(await outcome(root.caller, 'create_admin_invitation', ['me2@academy.example', 'admin'])).toBe('done')
  })
})

describe('asking', () => {
  test('mails the others, and the answer who asked; it is logged and listed in words', async () => {
    const id = await request(root.caller, 'super_admin', { member: staff.analyst?.adminId })
    await decide(second.caller, id)
    const mails = await owner(
      database,
      `select recipient, content from email_outbox where kind = 'approval' order by created_at, recipient`,
    )
    expect(mails).toEqual([
      { recipient: second.email, content: { what: 'requested', act: 'super_admin', by: 'צוות', reason: REASON } },
      { recipient: root.email, content: { what: 'given', act: 'super_admin' } },
    ])
    expect((await list()).requests[0]).toMatchObject({ action: 'super_admin', about: 'צוות · analyst@academy.example' })
    const lines = await owner(
      database,
      `select action from audit_log where entity = 'approval_requests' and entity_id = $1 order by id`,
      [id],
    )
    expect(lines).toEqual([{ action: 'approval requested' }, { action: 'approval given' }])
  })

  test('again gives the same request; five wait at a time, and twenty a day', async () => {
    const first = await request(root.caller, 'backup', { file: 'a' })
    expect(await request(root.caller, 'backup', { file: 'a' })).toBe(first)
    for (const file of ['b', 'c', 'd', 'e']) await request(root.caller, 'backup', { file })
    expect(await request(root.caller, 'backup', { file: 'f' }).catch(errorCode)).toBe('TOO_MANY_REQUESTS')
    await owner(database, 'delete from private.approval_requests')
    const more = Array.from({ length: 14 }, () => request(root.caller, 'backup', { file: 'a' }))
    expect(new Set(await Promise.all(more)).size).toBe(1)
    expect(await request(root.caller, 'backup', { file: 'a' }).catch(errorCode)).toBe('TOO_MANY_REQUESTS')
    expect(await owner(database, `select from email_outbox where kind = 'approval'`)).toHaveLength(6)
  })

  test.each([
    ['nothing', 'none', {}],
    ['a file that is none', 'backup', { file: '' }],
    ['more than is asked', 'backup', { file: 'a', member: 'b' }],
    ['nobody', 'super_admin', { member: '00000000-0000-4000-8000-00000000dead' }],
    ['a strange address', 'super_admin', { email: 'me@elsewhere.example' }],
    ['a list', 'students', []],
    ['a word', 'students', 'all'],
  ])('for %s is refused', async (_, act, subject) => {
    expect(await request(root.caller, act, subject as object).catch(errorCode)).toBe('APPROVAL_INVALID')
  })

  test.each([
    ['admin', 'students', 'done'],
    ['admin', 'backup', 'FORBIDDEN'],
    ['analyst', 'students', 'FORBIDDEN'],
    ['marketing', 'students', 'FORBIDDEN'],
  ])('%s for %s: %s', async (role, act, answer) => {
    const subject = act === 'backup' ? { file: FILE } : {}
    expect(await request(as(role), act, subject).then(() => 'done', errorCode)).toBe(answer)
  })
})

test('students exported in parts count together, of one account and of one day', async () => {
  const part = (who: Caller, name: string) => outcome(who, 'open_students_export', [`{"search": "${name}"}`, 'csv'])
  expect(await part(as('admin'), 'קבוצה')).toBe('done')
  expect(await part(as('admin'), 'חבורה')).toBe('APPROVAL_NEEDED')
  expect(await part(root.caller, 'חבורה')).toBe('done')
  await approveAhead(database, as('admin'), 'students')
  expect(await part(as('admin'), 'חבורה')).toBe('done')
  expect(await part(as('admin'), 'חבורה')).toBe('APPROVAL_NEEDED')
})

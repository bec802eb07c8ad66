import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { CONTENT_CALLS, STAFF_CALLS } from '../../web/app/staff/entry/staff-calls.rules.ts'
import { approveAhead } from './support/approvals.ts'
import {
  HIGHER_LEVEL_ACTIONS,
  type HigherLevelAction,
  NOT_ON_PEOPLE,
  TABLES,
  type Victim,
} from './support/higher-level-actions.ts'
import { callAs, errorCode, owner, writesOf } from './support/outcome.ts'
import { addApp, freshPhone, registration, signUp, signUpStaff } from './support/people.ts'
import { as, database, hire, withStaff } from './support/staff.ts'

withStaff()

const LEVELS: Record<string, number> = { super_admin: 1, admin: 2, deputy: 3, analyst: 3 }
const VICTIMS = ['super_admin', 'admin', 'analyst'] as const
const victims: Record<string, Victim> = {}
const REASON = 'סיבה טובה ומספיקה'

beforeAll(async () => {
  const all = await owner<{ name: string }>(database, 'select name from permissions')
  await hire({ name: 'deputy', level: 3, permissions: all.map(({ name }) => name) })
  for (const role of VICTIMS) {
    victims[`member ${role}`] = await makeVictim(role, true)
    victims[`invited ${role}`] = await makeVictim(role, false)
  }
})

/** Invites, with the approval that an invitation to be super_admin wants. */
async function invite(by: string, email: string, role: string): Promise<{ id: string }> {
  if (role === 'super_admin') await approveAhead(database, as(by), 'super_admin', { email })
  return callAs<{ id: string }>(database, as(by), 'create_admin_invitation', [email, role, '', ''])
}

async function makeVictim(role: string, isMember: boolean): Promise<Victim> {
  const phone = freshPhone()
  const email = `${isMember ? 'member' : 'invited'}-${role.replace('_', '-')}@academy.example`
  const options = { metadata: registration({ phone_number: phone }) }
  const person = isMember ? await signUpStaff(database, email, role, options) : await signUp(database, email, options)
  // A super_admin joined one already.
  if (!isMember || role !== 'super_admin') await database.asAuthAdmin((tx) => addApp(tx, person.id))
  const helper = { phone: freshPhone(), id: '' }
  helper.id = (
    await signUp(database, `${randomUUID()}@example.org`, { metadata: registration({ phone_number: helper.phone }) })
  ).id
  const invited = !isMember && (await invite('super_admin', email, role))
  const ticket = (user: string | null) =>
    owner<{ id: string }>(
      database,
      `insert into support_tickets (user_id, name, email, subject) values ($1, 'דנה', $2, 'שאלה') returning id`,
      [user, email],
    )
  const [ofAccount] = await ticket(person.id)
  const [ofAddress] = await ticket(null)
  const certificate = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()
  await owner(
    database,
    `insert into private.certificates (number, user_id, first_name, last_name, course_title, covers, completed_at)
     values ($1, $2, 'דנה', '', 'קורס', '{}', now())`,
    [certificate, person.id],
  )
  return {
    ...person,
    adminId: 'adminId' in person ? String(person.adminId) : null,
    invitationId: invited ? invited.id : null,
    ticket: ofAccount?.id ?? '',
    ticketOfAddress: ofAddress?.id ?? '',
    certificate,
    helper,
    phone,
  }
}

class Undo extends Error {}

/** The code that refused an act, alone or as one of a batch; `done` where nothing of it was refused. */
async function answerTo(caller: Caller, { call }: HigherLevelAction, victim: Victim, stays: boolean): Promise<string> {
  const [name, values] = call(victim)
  const places = values.map((_, i) => `$${i + 1}`).join(', ')
  let answer = 'done'
  try {
    await database.asCaller(caller, async (tx) => {
      const { rows } = await tx.query<{ value: unknown }>(`select public.${name}(${places}) as value`, values)
      const [one] = Array.isArray(rows[0]?.value) ? rows[0].value : []
      if (one?.outcome === 'refused') answer = one.code
      if (!stays) throw new Undo()
    })
    return answer
  } catch (cause) {
    return cause instanceof Undo ? answer : errorCode(cause)
  }
}

/** Everything that is known of anybody. */
const everything = () =>
  owner(
    database,
    [
      ...['auth.users', 'auth.sessions', 'auth.mfa_factors', 'auth.one_time_tokens', 'public.users', 'admin_users'],
      ...['invitation_history', 'email_suppressions', 'private.support_blocks', 'support_tickets', 'email_outbox'],
      ...['private.student_notes', 'private.tagged_students', 'private.certificates', 'private.security_notices'],
      ...['audit_log', 'record_views', 'private.student_viewings'],
    ]
      .map(
        (table) => `select '${table}' as name, jsonb_agg(to_jsonb(rows) order by to_jsonb(rows)) from ${table} as rows`,
      )
      .join(' union all '),
  )

const isActedOn = ({ of }: HigherLevelAction, victim: Victim) =>
  of === undefined || (of === 'members' ? victim.adminId !== null : victim.invitationId !== null)

describe.each(['admin', 'deputy'])('[6-11] a member of the role %s', (role) => {
  test.each(Object.entries(HIGHER_LEVEL_ACTIONS))('acts on nobody mightier: %s', async (_, act) => {
    for (const [name, victim] of Object.entries(victims)) {
      if (!isActedOn(act, victim)) continue
      const isHigherLevel = (LEVELS[role] ?? 0) > (LEVELS[name.split(' ')[1] ?? ''] ?? 0)
      const before = isHigherLevel ? await everything() : []
      const answer = await answerTo(as(role), act, victim, isHigherLevel)
      if ((LEVELS[role] ?? 0) > (act.least ?? 999))
        expect([name, answer], name).toEqual([name, expect.stringMatching(/^(FORBIDDEN|INSUFFICIENT_LEVEL)$/)])
      else if (isHigherLevel) expect([name, answer]).toEqual([name, 'INSUFFICIENT_LEVEL'])
      else expect([name, answer]).toEqual([name, expect.not.stringMatching(/^(FORBIDDEN|INSUFFICIENT_LEVEL|denied)$/)])
      if (isHigherLevel) expect(await everything()).toEqual(before)
    }
  })

  test('[6-11] writes nothing into a table by REST', async () => {
    const columns = await owner<{ table: string; column: string }>(
      database,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and table_name = any ($1) order by 1, 2`,
      [TABLES],
    )
    expect(new Set(columns.map(({ table }) => table)).size).toBe(TABLES.length)
    const statements = [
      ...TABLES.map((table) => `delete from ${table} where true`),
      ...columns.map(({ table, column }) => `update ${table} set ${column} = ${column} where true`),
    ]
    // Their own name is theirs to change.
    const own = ['first_name', 'last_name'].map((name) => `update admin_users set ${name} = ${name} where true`)
    expect(await writesOf(database, as(role), statements)).toEqual(own)
    const [{ email } = { email: '' }] = Object.values(victims)
    const others = own.map((statement) => statement.replace('where true', `where email = '${email}'`))
    expect(await writesOf(database, as(role), others)).toEqual([])
  })
})

test('a super_admin does what others may not', async () => {
  for (const [name, act] of Object.entries(HIGHER_LEVEL_ACTIONS)) {
    for (const [of, victim] of Object.entries(victims)) {
      if (!isActedOn(act, victim)) continue
      const answer = await answerTo(as('super_admin'), act, victim, false)
      expect([name, of, answer]).toEqual([name, of, expect.not.stringMatching(/^(FORBIDDEN|INSUFFICIENT_LEVEL)$/)])
    }
  }
})

test('every function of the staff is listed as an act on people, or with why it is none', () => {
  const anybody = victims['member admin'] as Victim
  const acts = Object.values(HIGHER_LEVEL_ACTIONS).map(({ call }) => call(anybody)[0])
  const listed = [...new Set(acts), ...Object.values(NOT_ON_PEOPLE).flat()].toSorted()
  expect(listed).toEqual([...Object.keys(STAFF_CALLS), ...CONTENT_CALLS].toSorted())
})

test('[5-14] an invitation that ran out is replaced by whoever invites', async () => {
  const tryTo = (by: string, role: string) => invite(by, 'late@academy.example', role).then(() => 'done', errorCode)
  expect(await tryTo('super_admin', 'super_admin')).toBe('done')
  expect(await tryTo('admin', 'analyst')).toBe('INSUFFICIENT_LEVEL')
  await owner(database, `update invitation_history set expires_at = now() where email = 'late@academy.example'`)
  expect(await tryTo('admin', 'analyst')).toBe('done')
  expect(await tryTo('admin', 'admin')).toBe('done')
})

test('[5-12] of two who invite one address at once, the mightier one’s invitation stands', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `race-${round}@academy.example`
    await approveAhead(database, as('super_admin'), 'super_admin', { email })
    const tries = ['super_admin', 'admin', 'admin', 'admin'].map((by) =>
      callAs(database, as(by), 'create_admin_invitation', [email, by === 'admin' ? 'analyst' : 'super_admin', '', '']),
    )
    await Promise.allSettled(tries)
    const waiting = await owner(
      database,
      `select roles.name from invitation_history join roles on roles.id = role_id where email = $1 and status = 'pending'`,
      [email],
    )
    expect(waiting).toEqual([{ name: 'super_admin' }])
  }
})

test('mails of somebody mightier are not let out again either', async () => {
  const address = victims['member super_admin']?.email ?? ''
  await owner(database, `insert into email_suppressions (address, reason) values ($1, 'complained')`, [address])
  const [{ id } = { id: '' }] = await owner<{ id: string }>(database, 'select md5($1::text) as id', [address])
  const lift = (by: string) => callAs(database, as(by), 'lift_suppression', [id, REASON]).catch(errorCode)
  expect(await lift('admin')).toBe('INSUFFICIENT_LEVEL')
  expect(await lift('super_admin')).toBe(true)
})

test('[9-22] domains of staff mail are saved only with those of everybody mightier', async () => {
  const save = async (by: string, domains: string[]) =>
    callAs(database, as(by), 'save_settings', [1e9, JSON.stringify({ staff_email_domains: domains })]).then(
      () => 'done',
      errorCode,
    )
  await signUpStaff(database, 'chief@finance.example', 'super_admin')
  expect(await save('deputy', ['academy.example'])).toBe('SETTING_LOCKS_OUT')
  expect(await save('deputy', ['academy.example', 'finance.example', 'third.example'])).toBe('done')
  expect(await save('super_admin', ['academy.example'])).toBe('done')
})

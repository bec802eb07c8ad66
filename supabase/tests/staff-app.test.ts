import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { addApp, openSession, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { allowedRules, privileges } from './support/privileges.ts'

let database: Database
let cast: Cast
let boss: Person & { adminId: string }
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  boss = await signUpStaff(database, `boss${serial}@academy.example`, 'super_admin', { app: false })
})

const codeOf = (work: Promise<unknown>) => work.then(() => 'done', errorCode)
const open = (person: Person, options: Parameters<typeof openSession>[2] = {}) =>
  database.asAuthAdmin((tx) => openSession(tx, person, options))
const join = (person: Person) => database.asAuthAdmin((tx) => addApp(tx, person.id))
const allowed = (caller: Caller) => allowedRules({ database, cast }, 'super_admin', caller)
const missing = (caller: Caller) => callAs<boolean>(database, caller, 'staff_app_missing')
/** What only staff may do; their own profile and row are everybody's. */
const asStaff = (names: string[]) => names.filter((name) => !/ own | own$/.test(name))

describe('[6-06] a super_admin without an authenticator app', () => {
  test('reads nothing as staff and changes nothing, but hears what is missing', async () => {
    expect(privileges('super_admin').length).toBeGreaterThan(30)
    expect(asStaff(await allowed(boss.caller))).toEqual([])
    expect(await missing(boss.caller)).toBe(true)
    const own = 'select is_active from admin_users where supabase_auth_id = $1'
    expect(await rowsAs(database, boss.caller, own, [boss.id])).toEqual([{ is_active: true }])
    const { id: student } = cast.person('student')
    const calls: [string, unknown[]][] = [
      ['create_admin_invitation', ['new@academy.example', 'analyst']],
      ['revoke_admin_invitation', [cast.id.mailingInvitation]],
      ['set_admin_active', [cast.adminId.analyst, false]],
      ['set_admin_role', [cast.adminId.analyst, 'marketing']],
      ['set_student_active', [student, false, 'בירור']],
      ['open_student_record', [student]],
      ['read_student_record', [student]],
    ]
    for (const [name, values] of calls) {
      expect([name, await codeOf(callAs(database, boss.caller, name, values))]).toEqual([name, 'FORBIDDEN'])
    }
  })

  test('is staff from the session on that has given the code, and no longer than the app is there', async () => {
    await join(boss)
    const lifted = await open(boss, { aal: 'aal2' })
    expect(asStaff(await allowed(lifted)).length).toBeGreaterThan(20)
    expect([await missing(lifted), await missing(boss.caller)]).toEqual([false, false])
    expect(asStaff(await allowed(boss.caller))).toEqual([])
    expect(asStaff(await allowed({ ...boss.caller, claims: { ...boss.caller.claims, aal: 'aal2' } }))).toEqual([])
    await owner(database, 'delete from auth.mfa_factors where user_id = $1', [boss.id])
    expect(asStaff(await allowed(lifted))).toEqual([])
    expect(await missing(lifted)).toBe(true)
  })

  test('an app that was begun and never joined counts for nothing', async () => {
    await owner(
      database,
      `insert into auth.mfa_factors (user_id, factor_type, friendly_name) values ($1, 'totp', 'x')`,
      [boss.id],
    )
    expect(asStaff(await allowed(await open(boss, { aal: 'aal2' })))).toEqual([])
  })

  test('nobody else is told to set one up', async () => {
    for (const actor of [
      'student',
      'admin',
      'super_admin',
      'deactivatedStaff',
      'expiredStaff',
      'unverifiedStaff',
    ] as const) {
      expect([actor, await missing(cast.caller(actor))]).toEqual([actor, false])
    }
    expect(await codeOf(missing(cast.caller('anonymous')))).toBe('denied')
    expect(await missing(await open(boss, { method: 'password' }))).toBe(false)
  })

  test('[5-15] accepts an invitation all the same, and may let an app join', async () => {
    const email = `first${serial}@academy.example`
    const { token } = await callAs<{ token: string }>(database, SERVICE, 'create_admin_invitation', [
      email,
      'super_admin',
    ])
    const first = await signUp(database, email, { metadata: { user_type: 'admin' } })
    expect(await callAs(database, first.caller, 'accept_admin_invitation', [token])).toMatchObject({ success: true })
    expect(await missing(first.caller)).toBe(true)
    expect(await codeOf(callAs(database, first.caller, 'begin_second_step'))).toBe('done')
  })
})

describe('[3-07] taking the app off', () => {
  const remove = () =>
    codeOf(database.asAuthAdmin((tx) => tx.query('delete from auth.mfa_factors where user_id = $1', [boss.id])))
  const factors = () => owner(database, 'select id from auth.mfa_factors where user_id = $1', [boss.id])
  beforeEach(() => join(boss))

  test('wants a fresh sign-in and the code, whatever the sign-in service thinks', async () => {
    expect(await remove()).toBe('REAUTHENTICATION_NEEDED')
    expect(await codeOf(callAs(database, boss.caller, 'begin_second_step'))).toBe('REAUTHENTICATION_NEEDED')
    const old = await open(boss, { aal: 'aal2', sessionAge: 0.5 })
    expect(await codeOf(callAs(database, old, 'begin_second_step'))).toBe('REAUTHENTICATION_NEEDED')
    expect(await remove()).toBe('REAUTHENTICATION_NEEDED')
    const note = `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'totp')`
    await owner(database, note, [old.claims.session_id])
    expect(await codeOf(callAs(database, old, 'begin_second_step'))).toBe('done')
    expect(await remove()).toBe('done')
    expect(await factors()).toEqual([])
  })

  test('one permit is for one app, that joins or goes', async () => {
    await owner(database, `update auth.mfa_factors set status = 'unverified' where user_id = $1`, [boss.id])
    const verify = `update auth.mfa_factors set status = 'verified' where user_id = $1`
    const joins = () => codeOf(database.asAuthAdmin((tx) => tx.query(verify, [boss.id])))
    expect(await codeOf(callAs(database, boss.caller, 'begin_second_step'))).toBe('done')
    expect(await joins()).toBe('done')
    expect(await remove()).toBe('REAUTHENTICATION_NEEDED')
    const lifted = await open(boss, { aal: 'aal2' })
    expect(await codeOf(callAs(database, lifted, 'begin_second_step'))).toBe('done')
    expect(await remove()).toBe('done')
    await join(boss)
    expect(await remove()).toBe('REAUTHENTICATION_NEEDED')
  })

  test('an app that has not joined goes without', async () => {
    await owner(database, `update auth.mfa_factors set status = 'unverified' where user_id = $1`, [boss.id])
    expect(await remove()).toBe('done')
  })

  test('goes with the account, deleted or emptied', async () => {
    await database.asAuthAdmin((tx) => tx.query('update auth.users set deleted_at = now() where id = $1', [boss.id]))
    expect(await remove()).toBe('done')
    const student = await signUp(database, `gone${serial}@example.com`, { app: true })
    await database.asAuthAdmin((tx) => tx.query('delete from auth.users where id = $1', [student.id]))
    expect(await owner(database, 'select id from auth.mfa_factors where user_id = $1', [student.id])).toEqual([])
  })

  test('the server does it for who lost the device: sessions end, the audit log knows', async () => {
    expect(await callAs(database, SERVICE, 'remove_second_step', [boss.id])).toBe(1)
    expect(await factors()).toEqual([])
    expect(await owner(database, 'select id from auth.sessions where user_id = $1', [boss.id])).toEqual([])
    const audit = `select action from audit_log where entity = 'users' and entity_id = $1`
    expect(await owner(database, audit, [boss.id])).toEqual([{ action: 'second step removed' }])
    for (const actor of ['anonymous', 'student', 'super_admin'] as const) {
      expect(await codeOf(callAs(database, cast.caller(actor), 'remove_second_step', [boss.id]))).toBe('denied')
    }
  })
})

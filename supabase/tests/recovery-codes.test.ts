import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, openSession, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'

type Made = { codes: string[] }
type Used = { error: { code: string } | null; left?: number }
type Mail = { kind: string; events: { left?: number }[] }

let database: Database
let dana: Person
let codes: string[]
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from private.attempts; delete from email_outbox; delete from private.security_notices')
  serial += 1
  dana = await signUp(database, `codes${serial}@example.com`, { app: true })
  codes = await make(dana.caller)
})

const make = async (caller: Caller) => (await callAs<Made>(database, caller, 'make_recovery_codes')).codes
const use = (caller: Caller, code = '') => callAs<Used>(database, caller, 'use_recovery_code', [code])
const left = (caller: Caller) =>
  callAs<{ left: number; made_at: string | null }>(database, caller, 'recovery_codes_left')
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', errorCode)
const enter = (person: Person, options: Parameters<typeof openSession>[2] = {}) =>
  database.asAuthAdmin((tx) => openSession(tx, person, options))
const told = () =>
  owner<Mail>(
    database,
    `select content ->> 'what' as kind, content -> 'events' as events from email_outbox order by created_at`,
  )
const wrong = 'INVALID_CREDENTIALS'

describe('the codes', () => {
  test('are ten of 80 bits without letters that look alike, kept by a hash alone', async () => {
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    const kept = await owner<{ row: string }>(
      database,
      'select recovery_codes::text as row from private.recovery_codes where user_id = $1',
      [dana.id],
    )
    expect(kept).toHaveLength(10)
    for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)
    expect(await left(dana.caller)).toEqual({ left: 10, made_at: expect.any(String) })
  })

  test('made anew end the former ones, and the owner hears of it', async () => {
    const [former = ''] = codes
    const [present = ''] = await make(dana.caller)
    const session = await enter(dana)
    expect((await use(session, former)).error?.code).toBe(wrong)
    expect((await use(session, present)).error).toBeNull()
    expect((await told()).map(({ kind }) => kind)).toContain('recovery_codes_made')
  })

  test('want an app, a fresh sign-in and the second step; ten times an hour are enough', async () => {
    const bare = await signUp(database, `bare${serial}@example.com`)
    expect(await codeOf(make(bare.caller))).toBe('SECOND_STEP_MISSING')
    expect(await codeOf(make(await enter(dana, { aal: 'aal2', sessionAge: 1 })))).toBe('REAUTHENTICATION_NEEDED')
    expect(await codeOf(make(await enter(dana)))).toBe('REAUTHENTICATION_NEEDED')
    expect(await codeOf(left(await enter(dana)))).toBe('SECOND_STEP_NEEDED')
    expect(await left(dana.caller)).toMatchObject({ left: 10 })
    for (const _ of Array.from({ length: 9 })) await make(dana.caller)
    expect(await codeOf(make(dana.caller))).toBe('TOO_MANY_REQUESTS')
  })

  test('are nobody else’s: not for visitors, not for the service key', async () => {
    for (const caller of [ANONYMOUS, SERVICE]) {
      for (const work of [make, use, left]) expect(await codeOf(work(caller))).toBe('denied')
    }
    const other = await signUp(database, `other${serial}@example.com`, { app: true })
    expect((await use(await enter(other), codes[0])).error?.code).toBe(wrong)
  })

  test('go with the last app, and only the last', async () => {
    const second = `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'second')`
    await owner(database, second, [dana.id])
    await owner(database, `delete from auth.mfa_factors where user_id = $1 and friendly_name = 'second'`, [dana.id])
    expect(await left(dana.caller)).toMatchObject({ left: 10 })
    await owner(database, 'delete from auth.mfa_factors where user_id = $1', [dana.id])
    expect(await left(dana.caller)).toEqual({ left: 0, made_at: null })
  })
})

describe('[3-07] a code in place of the app', () => {
  test('opens the session as the app would: once, however it is typed', async () => {
    const session = await enter(dana)
    expect(await codeOf(callAs(database, session, 'begin_second_step'))).toBe('REAUTHENTICATION_NEEDED')
    const typed = ` ${codes[0]?.toLowerCase().match(/.{4}/g)?.join('-')} `.replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await use(session, typed)).toEqual({ error: null, left: 9 })
    expect(await left(session)).toMatchObject({ left: 9 })
    // The proof is as fresh as the app's, so the lost app can be replaced.
    expect(await codeOf(callAs(database, session, 'begin_second_step'))).toBe('done')
    expect((await use(await enter(dana), codes[0])).error?.code).toBe(wrong)
  })

  test('is what the sign-in service itself writes, and goes with the app', async () => {
    const session = await enter(dana)
    await use(session, codes[0])
    const [row] = await owner(
      database,
      `select aal, factor_id is not null as factor, (select count(*)::int from auth.mfa_amr_claims
         where session_id = sessions.id and authentication_method = 'totp') as noted from auth.sessions where id = $1`,
      [session.claims.session_id],
    )
    expect(row).toEqual({ aal: 'aal2', factor: true, noted: 1 })
  })

  test('ends the sessions that still owe the step, and tells the owner how many are left', async () => {
    const stranger = await enter(dana)
    await use(await enter(dana), codes[0])
    expect(await codeOf(use(stranger, codes[1]))).toBe('SESSION_ENDED')
    const mails = (await told()).filter(({ kind }) => kind === 'recovery_code_used')
    expect(mails.map(({ events }) => events[0]?.left)).toEqual([9])
    const audit = `select action, actor from audit_log where entity = 'users' and entity_id = $1`
    expect(await owner(database, audit, [dana.id])).toEqual([{ action: 'recovery code used', actor: dana.id }])
  })

  test('of two uses at once one gets through', async () => {
    const sessions = await Promise.all(Array.from({ length: 5 }, () => enter(dana, { aal: 'aal2' })))
    const answers = await Promise.all(sessions.map((session) => use(session, codes[0])))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('[6-06] makes a super_admin staff, like the app', async () => {
    const boss = await signUpStaff(database, `boss${serial}@academy.example`, 'super_admin')
    const [code = ''] = await make(boss.caller)
    const session = await enter(boss)
    const act = () => codeOf(callAs(database, session, 'set_admin_role', [boss.adminId, 'analyst']))
    expect(await act()).toBe('FORBIDDEN')
    await use(session, code)
    expect(await act()).toBe('CANNOT_CHANGE_SELF')
  })

  test.each([
    ['a password', { method: 'password' }],
    ['no mail', { method: 'totp' }],
    ['more than 90 days ago', { sessionAge: 91 * 24 }],
  ])('opens no session that was begun by %s', async (_, options) => {
    expect(await codeOf(use(await enter(dana, options), codes[0]))).toBe('SESSION_ENDED')
  })
})

describe('guessing', () => {
  test('ends after five wrong codes of a session; the owner’s own session is as free as before', async () => {
    const thief = await enter(dana)
    const guess = (n: number) => use(thief, `GUESS${n}`)
    for (const n of [1, 2, 3, 4, 5]) expect((await guess(n)).error?.code).toBe(wrong)
    expect(await codeOf(guess(6))).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(use(thief, codes[0]))).toBe('TOO_MANY_REQUESTS')
    expect(await use(await enter(dana), codes[0])).toEqual({ error: null, left: 9 })
  })

  test('ends after sixty of one network, whosesoever the accounts are', async () => {
    await owner(
      database,
      `insert into private.attempts (scope, key_hash, subject_hash)
       select 'recovery code address', private.keyed_hash('192.0.2.7'), private.keyed_hash(i::text) from generate_series(1, 60) i`,
    )
    const session = await enter(dana)
    const from = (address: string) =>
      database.asCaller(session, (tx) => tx.query('select public.use_recovery_code($1)', [codes[0]]), {
        settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': address }) },
      })
    expect(await codeOf(from('192.0.2.7'))).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(from('192.0.2.8'))).toBe('done')
  })
})

test('the press on ‘this wasn’t me’ ends the codes and the sessions, and leaves the app', async () => {
  await use(await enter(dana), codes[0])
  const [mail] = await owner<{ token: string }>(
    database,
    `select content ->> 'token' as token from email_outbox where content ->> 'what' = 'recovery_code_used'`,
  )
  const pressed = await callAs(database, ANONYMOUS, 'report_not_me', [mail?.token])
  expect(pressed).toMatchObject({ state: 'done', outcome: { undone: ['recovery_codes'] } })
  expect((await use(await enter(dana), codes[1])).error?.code).toBe(wrong)
  expect(await owner(database, 'select from auth.mfa_factors where user_id = $1', [dana.id])).toHaveLength(1)
})

test('codes that were made by who had taken the address end when it is given back', async () => {
  const token = 'f'.repeat(64)
  await owner(
    database,
    `insert into private.security_notices (user_id, kind, recipient, token_hash, undo, due_at)
     values ($1, 'email_changed', $2::text, encode(sha256(convert_to($3, 'UTF8')), 'hex'), jsonb_build_object('former_email', $2::text), now())`,
    [dana.id, dana.email, token],
  )
  const pressed = await callAs(database, ANONYMOUS, 'report_not_me', [token])
  expect(pressed).toMatchObject({ outcome: { undone: ['email', 'recovery_codes'] } })
  expect((await use(await enter(dana), codes[1])).error?.code).toBe(wrong)
})

test('the copy of one’s own data says when, and no code', async () => {
  const { data } = await callAs<{ data: Record<string, object[]> }>(database, dana.caller, 'export_my_data')
  expect(data.recovery_codes).toHaveLength(10)
  expect(Object.keys(data.recovery_codes?.[0] ?? {}).sort()).toEqual(['created_at', 'used_at'])
})

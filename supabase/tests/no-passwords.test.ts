import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, outcomeOf, owner } from './support/outcome.ts'
import { openSession, type Person, signUp } from './support/people.ts'
import { allowedRules, privileges } from './support/privileges.ts'

const HASH = '$2a$10$7EqJtq98hPqEX7fNZaFWoO5hMOK7nTtq2UoUm0vGkQXk7YwFG3G2m'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const codeOf = (work: Promise<unknown>) => work.then(() => 'done', errorCode)
const open = (person: Person, options: Parameters<typeof openSession>[2]) =>
  database.asAuthAdmin((tx) => openSession(tx, person, options))
const passwords = () => owner(database, 'select id from auth.users where encrypted_password is not null')

describe('[1-01] [4-07] no account keeps a password', () => {
  test('neither at sign-up nor by a change, whoever writes it', async () => {
    const insert = `insert into auth.users (email, encrypted_password) values ($1, $2)`
    const update = 'update auth.users set encrypted_password = $1'
    await database.asAuthAdmin((tx) => tx.query(insert, ['planted@example.com', HASH]))
    await database.asAuthAdmin((tx) => tx.query(update, [HASH]))
    await owner(database, update, [HASH])
    expect(await passwords()).toEqual([])
  })
})

const otherwise = (caller: Caller, claims: Record<string, unknown>): Caller => ({
  ...caller,
  claims: { ...caller.claims, ...claims },
})

/** Sessions that no mail has opened, as tokens of them would come along. */
const NO_PROOF: [string, (person: Person) => Promise<Caller>][] = [
  ['a password', (person) => open(person, { method: 'password' })],
  [
    'a password that the token does not name',
    async (person) => otherwise(await open(person, { method: 'password' }), { amr: [{ method: 'otp' }] }),
  ],
  [
    'a password that only the token names',
    async (person) => otherwise(await open(person, {}), { amr: [{ method: 'otp' }, { method: 'password' }] }),
  ],
  [
    'a password that a hook of the token names in a word',
    async (person) => otherwise(await open(person, {}), { amr: ['password'] }),
  ],
  [
    'a password, lifted by the app',
    async (person) => {
      const caller = await open(person, { method: 'password', aal: 'aal2' })
      await note(caller, 'totp')
      return otherwise(caller, { amr: [{ method: 'totp' }] })
    },
  ],
  [
    'a mail, and later a password',
    async (person) => {
      const caller = await open(person, {})
      await note(caller, 'password')
      return caller
    },
  ],
  ['a refresh alone', (person) => open(person, { method: 'token_refresh' })],
  ['the app alone', (person) => open(person, { method: 'totp', aal: 'aal2' })],
  ['nobody', (person) => open(person, { method: 'anonymous' })],
  ['another provider', (person) => open(person, { method: 'oauth' })],
  [
    'nothing at all',
    async (person) => {
      const caller = await open(person, {})
      await owner(database, 'delete from auth.mfa_amr_claims where session_id = $1', [caller.claims.session_id])
      return caller
    },
  ],
]

const note = (caller: Caller, method: string) =>
  owner(database, 'insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)', [
    caller.claims.session_id,
    method,
  ])

describe.each(NO_PROOF)('a session opened by %s', (_, session) => {
  test.each(['student', 'admin', 'super_admin'] as Actor[])('opens nothing of %s', async (actor) => {
    const person = cast.person(actor as 'student')
    expect(privileges(actor).length).toBeGreaterThan(3)
    expect(await allowedRules({ database, cast }, actor, await session(person))).toEqual([])
  })

  test('begins nothing that leads into the account, and is no fresh sign-in', async () => {
    const caller = await session(cast.person('student'))
    for (const name of ['begin_email_change', 'begin_second_step']) {
      expect(await codeOf(callAs(database, caller, name))).toBe('REAUTHENTICATION_NEEDED')
    }
    for (const name of [
      'export_my_data',
      'request_account_deletion',
      'cancel_account_deletion',
      'cancel_my_email_change',
    ]) {
      expect(await codeOf(callAs(database, caller, name))).toBe('SESSION_ENDED')
    }
    const sql = 'select * from list_my_sessions()'
    expect(await outcomeOf(database, caller, { sql })).toBe('SESSION_ENDED')
  })

  test('accepts no invitation and binds no staff row', async () => {
    const email = `invited-${NO_PROOF.findIndex(([name]) => name === _)}@academy.example`
    const person = await signUp(database, email, { metadata: { user_type: 'admin' } })
    const { token } = await callAs<{ token: string }>(
      database,
      cast.caller('service_role'),
      'create_admin_invitation',
      [email, 'super_admin'],
    )
    const stranger = await session(person)
    expect(await callAs(database, stranger, 'accept_admin_invitation', [token])).toMatchObject({
      success: false,
      error: 'No authenticated session',
    })
    await owner(
      database,
      `insert into admin_users (email, role_id) select $1, id from roles where name = 'super_admin'`,
      [email],
    )
    expect(await callAs(database, stranger, 'link_admin_account')).toMatchObject({ success: false })
    expect(await callAs(database, person.caller, 'link_admin_account')).toMatchObject({ success: true })
  })
})

test.each(['otp', 'magiclink', 'email/signup', 'invite', 'recovery'])(
  'a session opened by %s stands',
  async (method) => {
    const caller = await open(cast.person('student'), { method })
    expect(await codeOf(callAs(database, caller, 'begin_email_change'))).toBe('done')
  },
)

test('their own closed account and staff row say so to everyone but a password', async () => {
  for (const [actor, sql] of [
    ['deactivated', 'select from users'],
    ['deactivatedStaff', 'select from admin_users'],
  ] as const) {
    const { caller } = cast.person(actor)
    expect(await outcomeOf(database, caller, { sql })).toBe('yes')
    expect(await outcomeOf(database, otherwise(caller, { amr: [{ method: 'password' }] }), { sql })).toBe('none')
  }
})

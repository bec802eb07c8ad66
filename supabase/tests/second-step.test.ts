import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast, STAFF } from './support/cast.ts'
import { owner } from './support/outcome.ts'
import { addApp } from './support/people.ts'
import { allowedRules, privileges } from './support/privileges.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const PROTECTED: Actor[] = ['student', ...STAFF.filter((name) => name !== 'unknown')]

const withClaims = (caller: Caller, claims: Record<string, unknown>): Caller => ({
  ...caller,
  claims: { ...caller.claims, ...claims },
})
const setLevel = (userId: string, aal: string) =>
  owner(database, 'update auth.sessions set aal = $2 where user_id = $1', [userId, aal])

/** Does something while the account has an app and its session is at the level; then all is as it was. */
async function withApp(userId: string, aal: 'aal1' | 'aal2', work: () => Promise<void>): Promise<void> {
  const [before] = await owner<{ aal: string }>(database, 'select aal from auth.sessions where user_id = $1', [userId])
  const had = await owner(database, 'select id from auth.mfa_factors where user_id = $1', [userId])
  if (had.length === 0) await database.asAuthAdmin((tx) => addApp(tx, userId))
  await setLevel(userId, aal)
  try {
    await work()
  } finally {
    if (had.length === 0) await owner(database, 'delete from auth.mfa_factors where user_id = $1', [userId])
    await setLevel(userId, before?.aal ?? 'aal1')
  }
}

const allowed = (actor: Actor, caller: Caller) => allowedRules({ database, cast }, actor, caller)

describe.each(PROTECTED)('[3-07] %s with an authenticator app', (actor) => {
  test('has rights to lose', () => expect(privileges(actor).length).toBeGreaterThan(3))

  test('may do nothing personal before the second step', async () => {
    const { id, caller } = cast.person(actor as 'student')
    await withApp(id, 'aal1', async () => {
      expect(await allowed(actor, withClaims(caller, { aal: undefined }))).toEqual([])
      expect(await allowed(actor, withClaims(caller, { aal: 'aal1' }))).toEqual([])
    })
  })

  test('may do everything after it', async () => {
    const { id, caller } = cast.person(actor as 'student')
    await withApp(id, 'aal2', async () => {
      expect(await allowed(actor, withClaims(caller, { aal: 'aal2' }))).toHaveLength(privileges(actor).length)
    })
  })
})

test('an ended session may do nothing personal', async () => {
  const { caller } = cast.person('student')
  const ended = withClaims(caller, { session_id: '00000000-0000-4000-8000-000000000000' })
  expect(await allowed('student', ended)).toEqual([])
})

test('a factor that was never verified asks for nothing', async () => {
  const { id, caller } = cast.person('student')
  await owner(
    database,
    `insert into auth.mfa_factors (user_id, factor_type, friendly_name) values ($1, 'totp', 'half')`,
    [id],
  )
  expect(await allowed('student', caller)).toHaveLength(privileges('student').length)
  await owner(database, 'delete from auth.mfa_factors where user_id = $1', [id])
})

test('a closed account with an app tells of itself after its code only', async () => {
  const { id, caller } = cast.person('deactivated')
  await withApp(id, 'aal1', async () => {
    expect(await allowed('deactivated', caller)).toEqual([])
    expect(await allowed('deactivated', withClaims(caller, { aal: 'aal2' }))).not.toEqual([])
  })
})

/** What each of the questions would let through if it always said yes. */
test.each([
  ['session_is_valid', 'student'],
  ['second_step_done', 'deactivated'],
] as const)('the tests notice when private.%s lets all through, for %s', async (name, actor) => {
  const [source] = await owner<{ definition: string }>(
    database,
    `select pg_get_functiondef('private.${name}()'::regprocedure) as definition`,
  )
  await owner(
    database,
    `create or replace function private.${name}() returns boolean
     language plpgsql stable security definer set search_path = '' as 'begin return true; end'`,
  )
  const { id, caller } = cast.person(actor)
  try {
    await withApp(id, 'aal1', async () => expect(await allowed(actor, caller)).not.toEqual([]))
  } finally {
    await owner(database, source?.definition ?? '')
  }
})

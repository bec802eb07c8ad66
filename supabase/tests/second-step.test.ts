import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast, STAFF } from './support/cast.ts'
import { owner } from './support/outcome.ts'
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
const addFactor = (userId: string) =>
  owner(
    database,
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'app')`,
    [userId],
  )
const removeFactors = () => owner(database, 'delete from auth.mfa_factors')

const allowed = (actor: Actor, caller: Caller) => allowedRules({ database, cast }, actor, caller)

describe.each(PROTECTED)('[3-07] %s with an authenticator app', (actor) => {
  test('has rights to lose', () => expect(privileges(actor).length).toBeGreaterThan(3))

  test('may do nothing personal before the second step', async () => {
    const { id, caller } = cast.person(actor as 'student')
    await addFactor(id)
    try {
      expect(await allowed(actor, caller)).toEqual([])
      expect(await allowed(actor, withClaims(caller, { aal: 'aal1' }))).toEqual([])
    } finally {
      await removeFactors()
    }
  })

  test('may do everything after it', async () => {
    const { id, caller } = cast.person(actor as 'student')
    await addFactor(id)
    await owner(database, `update auth.sessions set aal = 'aal2' where user_id = $1`, [id])
    try {
      expect(await allowed(actor, withClaims(caller, { aal: 'aal2' }))).toHaveLength(privileges(actor).length)
    } finally {
      await owner(database, `update auth.sessions set aal = 'aal1' where user_id = $1`, [id])
      await removeFactors()
    }
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
  await removeFactors()
})

/** What each of the questions would let through if it always said yes. */
test.each([
  ['session_stands', 'student'],
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
  await addFactor(id)
  try {
    expect(await allowed(actor, caller)).not.toEqual([])
  } finally {
    await removeFactors()
    await owner(database, source?.definition ?? '')
  }
})

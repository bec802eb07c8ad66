import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACCESS_MAP, expectedOutcomes } from './support/access-map.ts'
import { ACTORS, assemble, type Cast } from './support/cast.ts'
import { outcomeOf, owner } from './support/outcome.ts'

type Policy = {
  schema: string
  table: string
  name: string
  command: string
  roles: string[]
  using: string | null
  check: string | null
}

let database: Database
let cast: Cast
let policies: Policy[]
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  policies = await owner<Policy>(
    database,
    `select schemaname as schema, tablename as table, policyname as name, cmd as command, roles::text[] as roles,
     qual as using, with_check as check from pg_policies where schemaname in ('public', 'storage') order by 1, 2, 3`,
  )
})
afterAll(() => database?.close())

const drop = ({ schema, table, name }: Policy) => owner(database, `drop policy ${name} on ${schema}.${table}`)
const create = ({ schema, table, name, command, roles, using, check }: Policy) =>
  owner(
    database,
    `create policy ${name} on ${schema}.${table} for ${command} to ${roles.join(', ')}
     ${using ? `using (${using})` : ''} ${check ? `with check (${check})` : ''}`,
  )

/** Whether some cell of the access map tells the database from what it should be. */
async function isNoticed(policy: Policy): Promise<boolean> {
  const name = policy.schema === 'public' ? policy.table : `${policy.schema}.${policy.table}`
  for (const rule of ACCESS_MAP.filter(({ table }) => table === name)) {
    const expected = expectedOutcomes(rule)
    for (const actor of ACTORS) {
      const outcome = await outcomeOf(database, cast.caller(actor), rule.statement(cast, actor))
      if (outcome !== expected[actor]) return true
    }
  }
  return false
}

/** Changes one policy at a time and gives the names of those that nobody missed. */
async function survivors(mutate: (policy: Policy) => Policy | undefined): Promise<string[]> {
  const unnoticed: string[] = []
  for (const policy of policies) {
    const mutant = mutate(policy)
    await drop(policy)
    if (mutant) await create(mutant)
    if (!(await isNoticed(policy))) unnoticed.push(policy.name)
    if (mutant) await drop(mutant)
    await create(policy)
  }
  return unnoticed
}

/** What everyone may read cannot be loosened. */
const ALWAYS_TRUE = ['authors_select_everyone', 'legal_documents_select_everyone']

test('the access map misses every policy that is gone', async () => {
  expect(await survivors(() => undefined)).toEqual([])
})

test('the access map notices every policy that lets all through', async () => {
  const loosened = (policy: Policy) => ({ ...policy, using: policy.using && 'true', check: policy.check && 'true' })
  expect(await survivors(loosened)).toEqual(ALWAYS_TRUE)
})

/** A trigger of the table refuses a change of owner before the policy is asked: the check is a second wall. */
const SECOND_WALL = ['user_progress_update_own', 'users_update_own']

test('the access map notices every policy whose check of the new row lets all through', async () => {
  const differ = policies.filter(({ using, check }) => using && check && using !== check).map(({ name }) => name)
  expect(differ.sort()).toEqual(SECOND_WALL)
})

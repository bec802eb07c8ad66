import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { usesOfProduct } from './support/grants/calls.ts'
import { CALLED_BY_VISITORS, SPECIFIED, STORED_FILES } from './support/grants/declared.ts'
import { type Grant, grantsOf, joinsOf, namedForCallers } from './support/grants/granted.ts'
import type { Use } from './support/grants/use.ts'
import { owner } from './support/outcome.ts'
import { PROJECT } from './support/project.ts'

const read = (path: string) => readFileSync(join(PROJECT, '..', path), 'utf8')

let database: Database
let product: Use[]
let joins: Record<string, string[]>
beforeAll(async () => {
  database = await openAcademyDatabase()
  joins = await joinsOf(database)
  const functions = await owner<{ name: string }>(
    database,
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  product = usesOfProduct(new Set(functions.map(({ name }) => name)))
})
afterAll(() => database?.close())

/** Every use there is. Whoever is signed in is a visitor as well: what visitors ask for, they may ask for. */
function everyUse(): Use[] {
  const visitors = Object.entries(CALLED_BY_VISITORS).map(
    ([object, by]): Use => ({ object, verb: 'execute', role: 'anon', by }),
  )
  return [...product, ...SPECIFIED, ...visitors].flatMap(joined).flatMap((use): Use[] => {
    return use.role === 'anon' ? [use, { ...use, role: 'authenticated' }] : [use]
  })
}

/** A table within another is read by the columns that join the two as well. */
function joined(use: Use): Use[] {
  if (use.verb !== 'embed') return [use]
  return ['', ...(joins[`${use.object} ${use.within}`] ?? [])].map((column) => ({ ...use, verb: 'select', column }))
}

const nameOf = ({ object, column, verb, role }: Omit<Grant, 'schema'>) =>
  `${role} ${verb} ${object}${column ? `.${column}` : ''}`

/** The privileges of the API that no call asks for. */
async function unused(): Promise<string[]> {
  const asked = new Set(everyUse().map((use) => nameOf({ ...use, column: use.column ?? '' })))
  const given = (await grantsOf(database)).filter(({ schema }) => schema === 'public')
  return given.map(nameOf).filter((name) => !asked.has(name))
}

test('visitors and whoever is signed in hold no privilege on a table, column or function that no call asks for', async () => {
  expect(product.length).toBeGreaterThan(500)
  expect(await unused()).toEqual([])
})

test('each call holds the privilege that it asks for', async () => {
  const given = new Set((await grantsOf(database)).map(({ object, column, verb }) => `${verb} ${object} ${column}`))
  const holds = ({ verb, object, column = '' }: Use) =>
    given.has(`${verb} ${object} `) || (column !== '' && given.has(`${verb} ${object} ${column}`))
  const isRowsOfFunction = ({ verb, object }: Use) => verb === 'select' && given.has(`execute ${object} `)
  // The verb alone asks for some of the columns, which stand beside it.
  const missing = everyUse().filter(
    (use) => !holds(use) && !isRowsOfFunction(use) && (use.verb === 'execute' || use.column !== ''),
  )
  expect(missing).toEqual([])
})

test('what is declared is called where it says, or stands in the specification, and is granted', async () => {
  const given = new Set((await grantsOf(database)).map(nameOf))
  const pages = Object.entries(CALLED_BY_VISITORS)
  const called = (name: string, file: string) =>
    product.some(({ object, by }) => object === name && by.startsWith(`${file} `))
  expect(pages.filter(([name, file]) => !called(name, file))).toEqual([])
  expect(
    pages.filter(([name]) => !given.has(nameOf({ object: name, column: '', verb: 'execute', role: 'anon' }))),
  ).toEqual([])
  const rules = read('docs/product.md')
  expect(SPECIFIED.filter(({ by }) => !rules.includes(`[${by}]`))).toEqual([])
  const stale = SPECIFIED.filter((use) => use.column !== '' && !given.has(nameOf({ ...use, column: use.column ?? '' })))
  expect(stale).toEqual([])
})

test('each privilege that nothing asks for is found', async () => {
  const added = [
    ...['truncate', 'references', 'trigger', 'delete'].map((verb) => [`${verb} on articles`, `${verb} articles`]),
    ['insert (title_he) on courses', 'insert courses.title_he'],
    ['select (decided_because) on access_requests', 'select access_requests.decided_because'],
    ['select on email_outbox', 'select email_outbox'],
    ['usage on sequence audit_log_id_seq', 'usage audit_log_id_seq'],
    ['execute on function run_campaigns()', 'execute run_campaigns'],
    ['execute on function take_media_file()', 'execute take_media_file'],
    ['execute on function quiz_attempts_to_score()', 'execute quiz_attempts_to_score'],
  ]
  for (const [privilege, name] of added) {
    await owner(database, `grant ${privilege} to authenticated`)
    expect(await unused()).toEqual([`authenticated ${name}`])
    await owner(database, `revoke ${privilege} from authenticated`)
  }
  await owner(database, 'grant execute on function list_students(jsonb) to public')
  expect(await unused()).toEqual(['anon execute list_students'])
  await owner(database, 'revoke execute on function list_students(jsonb) from public')
})

test('no table of the server’s own schema is open, and its functions only where a policy or the like calls them as the caller', async () => {
  const own = (await grantsOf(database)).filter(({ schema }) => schema === 'private')
  expect(own.filter(({ verb }) => verb !== 'execute')).toEqual([])
  const named = await namedForCallers(database)
  expect(own.filter(({ object }) => !named.has(object)).map(nameOf)).toEqual([])
})

test('neither role inherits from another', async () => {
  const inherited = `select from pg_auth_members join pg_roles on pg_roles.oid = member where rolname in ('anon', 'authenticated')`
  expect(await owner(database, inherited)).toEqual([])
})

test('a policy stands only where its role holds the privilege', async () => {
  const held = new Set((await grantsOf(database)).map(({ object, verb, role }) => `${role} ${verb} ${object}`))
  const policies = await owner<{ name: string; table: string; verb: string; roles: string[] }>(
    database,
    `select policyname as name, tablename as table, lower(cmd) as verb, roles::text[] as roles from pg_policies where schemaname = 'public'`,
  )
  const idle = policies.filter(({ table, verb, roles }) => roles.some((role) => !held.has(`${role} ${verb} ${table}`)))
  expect(idle.map(({ name }) => name)).toEqual([])
})

test('each policy on stored files is asked by the call that is named for it', async () => {
  const policies = await owner<{ name: string }>(
    database,
    `select policyname as name from pg_policies where schemaname = 'storage' order by 1`,
  )
  expect(policies.map(({ name }) => name)).toEqual(Object.keys(STORED_FILES))
  for (const { file, words } of Object.values(STORED_FILES)) expect(read(file)).toContain(words)
})

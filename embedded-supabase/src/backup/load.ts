import type pg from 'pg'
import { type MigrationSet, migrate } from '../database/migrations.ts'
import { refuseEncoding } from '../database/own-server.ts'
import { OWNER_PATH } from '../database/run-file.ts'
import { migrateBesideOthers, OWN_MIGRATIONS } from '../database/shared-roles.ts'
import type { Database, Transaction } from '../database/types.ts'
import { copyIn } from './copy.ts'
import type { Manifest, Table } from './manifest.ts'
import { columnsOf, nameOf, quoted, tablesOf } from './rows.ts'

/** @throws when the database already has tables, or cannot hold every letter */
export async function refuseFullDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`)
  refuseEncoding(rows[0]?.encoding ?? '')
  const [table] = await tablesOf(client)
  if (table) {
    throw new Error(
      `The database is not empty (it has ${nameOf(table)}): restore into one that was just made with "create database".`,
    )
  }
}

/**
 * Makes the schema of a backup and puts its rows in, all in the transaction that is open on `client`.
 * Nothing of ours acts on the rows: triggers rest, and references are checked when all rows are there.
 * @param rowsOf asked for each table of the manifest in turn; nothing when the table has no rows
 * @returns names of what no migration makes: it is there again, bare and closed to everybody but the owner
 */
export async function load(
  client: pg.Client,
  {
    manifest,
    project,
    rowsOf,
  }: { manifest: Manifest; project: MigrationSet; rowsOf: (at: number) => AsyncIterable<Buffer> },
): Promise<string[]> {
  await client.query('set local statement_timeout = 0')
  await makeSchema(client, manifest, project)
  await client.query('set local statement_timeout = 0')
  const unknown = await makeUnknown(client, manifest.tables)
  const wakeUp = await restTriggers(client)
  const refer = await dropReferences(client)
  await client.query(`truncate ${manifest.tables.map(nameOf).join(', ')}`)
  for (const [at, table] of manifest.tables.entries()) {
    await copyIn(client, `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`, rowsOf(at)).catch((error: Error) => {
      throw new Error(`The rows of ${nameOf(table)} could not be put in: ${error.message}`, { cause: error })
    })
  }
  for (const sequence of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [nameOf(sequence), sequence.value])
  }
  for (const statement of [...refer, ...wakeUp]) await client.query(statement)
  return unknown
}

async function makeSchema(client: pg.Client, { migrations }: Manifest, project: MigrationSet): Promise<void> {
  const owner = await ownerOn(client)
  const namesOf = (name: string) => migrations.filter(({ set }) => set === name).map((file) => file.name)
  await migrateBesideOthers(owner, namesOf(OWN_MIGRATIONS.set))
  await migrate(owner, { ...project, only: namesOf(project.set) })
}

/** Applies what is newer than the backup, in the transaction that is open on `client`, and runs `onRows` behind it. */
export async function bringUpToDate(
  client: pg.Client,
  project: MigrationSet,
  onRows: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const owner = await ownerOn(client)
  await migrateBesideOthers(owner)
  await migrate(owner, project)
  await owner.asOwner(onRows)
}

/** The open transaction as what migrations ask for. */
async function ownerOn(client: pg.Client): Promise<Pick<Database, 'asOwner'>> {
  await client.query(OWNER_PATH)
  const query = async (text: string, values?: unknown[]) => {
    const { rows, rowCount } = await client.query(text, values)
    return { rows, rowCount: rowCount ?? 0 }
  }
  return { asOwner: (run) => run({ query: query as Transaction['query'] }) }
}

/**
 * Makes what no migration makes, such as a table that somebody added by hand: bare columns that only the owner reaches.
 * @returns its names
 */
async function makeUnknown(client: pg.Client, tables: Table[]): Promise<string[]> {
  const here = new Map((await tablesOf(client)).map((table) => [nameOf(table), table]))
  const made: string[] = []
  for (const table of tables) {
    const known = here.get(nameOf(table))
    if (!known) {
      await client.query(`create schema if not exists ${quoted(table.schema)}`)
      await client.query(`create table ${nameOf(table)} ()`)
      await client.query(`revoke all on ${nameOf(table)} from anon, authenticated, service_role`)
      await client.query(`alter table ${nameOf(table)} enable row level security`)
      made.push(nameOf(table))
    }
    for (const { name, type } of table.columns) {
      if (known?.columns.some((column) => column.name === name)) continue
      await client.query(`alter table ${nameOf(table)} add column ${quoted(name)} ${type}`)
      if (known) made.push(`${nameOf(table)}.${quoted(name)}`)
    }
  }
  return made
}

const ENABLED: Record<string, string> = { O: 'enable', R: 'enable replica', A: 'enable always' }

/** @returns the statements that wake them up as they were */
async function restTriggers(client: pg.Client): Promise<string[]> {
  // What migrations put off to the commit is done before: a table that waits for it cannot be altered.
  await client.query('set constraints all immediate')
  const { rows } = await client.query<{ relation: string; name: string; state: string }>(
    `select tgrelid::regclass::text as relation, quote_ident(tgname) as name, tgenabled::text as state from pg_trigger
     where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`,
  )
  for (const { relation, name } of rows) await client.query(`alter table ${relation} disable trigger ${name}`)
  return rows.map(({ relation, name, state }) => `alter table ${relation} ${ENABLED[state]} trigger ${name}`)
}

/** @returns the statements that make them again, which checks every row */
async function dropReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; name: string; definition: string }>(
    `select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2`,
  )
  for (const { relation, name } of rows) await client.query(`alter table ${relation} drop constraint ${name}`)
  return rows.map(({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition}`)
}

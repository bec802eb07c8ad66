import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Replaced, replacedMigrations } from './replaced-migrations.ts'
import { runFile } from './run-file.ts'
import type { Database, Transaction } from './types.ts'

/** What migrating needs of a database. */
type Owner = Pick<Database, 'asOwner'>

const LOCK_KEY = 7_240_021

/** Lies beside a folder of migrations. */
const FORMER = 'former-migrations.json'
const formerSchema = z.record(z.string(), z.array(z.string().regex(/^[0-9a-f]{64}$/)))

/** One folder of `.sql` files, applied in the order of their names and recorded under `set`; it may be missing. */
export type MigrationSet = {
  set: string
  folder: string
  /** Of the files of the folder these alone; all by default. */
  only?: string[] | undefined
}

/** A file as it is recorded once it was applied. */
export type AppliedFile = { set: string; name: string; checksum: string }

/** The files of a set in the order in which they are applied, as they would be recorded. */
export function readMigrations({ set, folder }: MigrationSet): AppliedFile[] {
  return filesOf(folder).map((name) => ({ set, name, checksum: checksumOf(readFileSync(join(folder, name), 'utf8')) }))
}

/** The files that the baseline of a set has replaced, as they would be recorded. */
export const readReplaced = ({ set, folder }: MigrationSet): AppliedFile[] =>
  [...(replacedMigrations(folder)?.files ?? [])].map(([name, sql]) => ({ set, name, checksum: checksumOf(sql) }))

/** Names of a folder's files, in the order in which they are applied. */
export const filesOf = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.sql')).sort()

/**
 * SHA-256 of the former texts of files that were rewritten after a release, by name: a database that applied one of them
 * has the same schema as one that applied the file as it is now (decision 0146). From `former-migrations.json` beside the
 * folder; empty without it.
 * @throws when the list is not of that form
 */
export function formerChecksums(folder: string): Record<string, string[]> {
  const file = join(dirname(folder), FORMER)
  return existsSync(file) ? formerSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

/**
 * Applies the files that are new, each in a transaction of its own; any number of processes may call it at once. A
 * database that began with files which a baseline has replaced takes those that it lacks instead of it.
 * @param warn gets what was left out of a file
 * @returns the names of the files that were applied now.
 * @throws when a file fails, or one that was applied before has changed or is gone.
 */
export async function migrate(
  database: Owner,
  { set, folder, only }: MigrationSet,
  warn?: (message: string) => void,
): Promise<string[]> {
  const files = filesOf(folder).filter((name) => only?.includes(name) ?? true)
  const known = await readKnown(database, set)
  const former = formerChecksums(folder)
  const others = [...known.keys(), ...(only ?? [])].filter((name) => !files.includes(name))
  const replaced = others.length > 0 ? replacedMigrations(folder) : undefined
  const gone = [...known.keys()].find((name) => !files.includes(name) && !replaced?.files.has(name))
  if (gone)
    throw new Error(
      `The migration ${gone} was applied before but is gone from ${folder}: put it back, or start the version that has it.`,
    )
  const applied: string[] = []
  const apply = async (name: string, sql: string, unless?: string) => {
    const before = known.get(name)
    if (before !== undefined) refuseChanged(name, before, sql, former[name])
    else if (await applyOne(database, { set, name, sql, unless, warn })) applied.push(name)
  }
  if (replaced && others.some((name) => replaced.files.has(name))) {
    for (const [name, sql] of replaced.files)
      if (only?.includes(name) ?? true) await apply(name, sql, replaced.baseline)
    const checksum = await recordBaseline(database, { set, folder }, replaced)
    if (checksum !== undefined) known.set(replaced.baseline, checksum)
  }
  for (const name of files) await apply(name, readFileSync(join(folder, name), 'utf8'))
  return applied
}

/** Name and checksum of each file that was applied; makes the table of them where it is missing. */
async function readKnown(database: Owner, set: string): Promise<Map<string, string>> {
  const { rows } = await database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await tx.query('create schema if not exists supabase_migrations')
    await tx.query(`create table if not exists supabase_migrations.applied_files (
      set_name text not null, name text not null, checksum text not null,
      applied_at timestamptz not null default now(), primary key (set_name, name))`)
    return tx.query<{ name: string; checksum: string }>(
      'select name, checksum from supabase_migrations.applied_files where set_name = $1',
      [set],
    )
  })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * Records the baseline in the place of the files that it has replaced, once all of them are applied.
 * @returns its checksum; undefined while some are missing
 */
function recordBaseline(
  database: Owner,
  { set, folder }: MigrationSet,
  { baseline, files }: Replaced,
): Promise<string | undefined> {
  const checksum = checksumOf(readFileSync(join(folder, baseline), 'utf8'))
  return database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rows } = await tx.query<{ recorded: string | null; missing: boolean }>(
      `select max(checksum) filter (where name = $2) as recorded, count(*) filter (where name = any($3)) < cardinality($3) as missing
       from supabase_migrations.applied_files where set_name = $1`,
      [set, baseline, [...files.keys()]],
    )
    if (rows[0]?.recorded) return rows[0].recorded
    if (rows[0]?.missing) return undefined
    await tx.query('delete from supabase_migrations.applied_files where set_name = $1 and name = any($2)', [
      set,
      [...files.keys()],
    ])
    await record(tx, { set, name: baseline, checksum })
    return checksum
  })
}

const record = (tx: Transaction, { set, name, checksum }: AppliedFile) =>
  tx.query('insert into supabase_migrations.applied_files (set_name, name, checksum) values ($1, $2, $3)', [
    set,
    name,
    checksum,
  ])

/** Whether a database was used before the start that applied these files of a set. */
export async function hasOlder(database: Owner, { set }: MigrationSet, appliedNow: string[]): Promise<boolean> {
  const { rowCount } = await database.asOwner((tx) =>
    tx.query('select from supabase_migrations.applied_files where set_name = $1 and name <> all($2)', [
      set,
      appliedNow,
    ]),
  )
  return rowCount > 0
}

/** The files of a set that this database has not: it was put back to an older state, or the files came later. */
export async function missingMigrations(database: Owner, { set, folder }: MigrationSet): Promise<string[]> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ name: string }>('select name from supabase_migrations.applied_files where set_name = $1', [set]),
  )
  return filesOf(folder).filter((file) => !rows.some(({ name }) => name === file))
}

/** @throws when a file is not what it was when it was applied, and that text is not one of its former ones */
function refuseChanged(name: string, before: string, sql: string, former: string[] = []): void {
  if (before !== checksumOf(sql) && !former.includes(before))
    throw new Error(
      `The migration ${name} was changed after it was applied: put it back and write a new one; if it was nowhere else yet, make the database anew. Data of a time before the first release, when files were still edited, runs with the version that made it and no other.`,
    )
}

/** What is applied; never once `unless` is recorded, which has taken its place. */
type Application = {
  set: string
  name: string
  sql: string
  unless?: string | undefined
  warn?: ((message: string) => void) | undefined
}

/** Applies a file unless another process did so meanwhile; gives whether it was applied here. */
function applyOne(database: Owner, { set, name, sql, unless = name, warn }: Application): Promise<boolean> {
  return database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rows } = await tx.query<{ name: string; checksum: string }>(
      'select name, checksum from supabase_migrations.applied_files where set_name = $1 and name = any($2)',
      [set, [name, unless]],
    )
    for (const before of rows) if (before.name === name) refuseChanged(name, before.checksum, sql)
    if (rows.length > 0) return false
    await runFile(tx, `The migration ${name}`, sql, warn)
    // Waits for no disk: a power cut takes file and record together, and the next start applies them. What is committed
    // later and waits takes both along.
    await tx.query('set local synchronous_commit = off')
    await record(tx, { set, name, checksum: checksumOf(sql) })
    return true
  })
}

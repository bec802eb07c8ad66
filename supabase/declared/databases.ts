import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extract } from '@supabase/pg-delta/extract'
import { type Plan, plan } from '@supabase/pg-delta/plan'
import pg from 'pg'
import { migrate, openDatabase } from '../../embedded-supabase/src/database/index.ts'
import { startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { type Declared, loadDeclared, readDeclared } from './load.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** The same for both sides, so that owners and grantors are equal. */
export const OWNER = 'academy'

/** Two databases of one PostgreSQL: one made by the migrations, one by the declared schema. */
export type Databases = {
  /** The declared statements in an order in which each finds what it needs. */
  ordered: Declared[]
  /** What leads from the schema of one database to that of the other; no actions when they are equal. */
  difference(from: string, to: string): Promise<Plan>
  /** Copies a database under a new name and runs a text in the copy. */
  copyWith(database: string, copy: string, sql: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL with the databases `migrated` and `declared`.
 * @throws when a migration or a declared statement fails
 */
export async function startDatabases(): Promise<Databases> {
  const server = await startPostgresServer()
  const folder = mkdtempSync(join(tmpdir(), 'academy-schema-'))
  const pools = new Map<string, pg.Pool>()
  const close = async () => {
    await Promise.all([...pools.values()].map((pool) => pool.end()))
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const urlOf = (name: string) => platform.replace(/[^/]+$/, name)
  const poolOf = (name: string) => {
    const known = pools.get(name)
    if (known) return known
    // Its connections may see the server stop.
    const pool = new pg.Pool({ connectionString: urlOf(name) }).on('error', () => undefined)
    pools.set(name, pool)
    return pool
  }
  const copy = (of: string, name: string) => server.asSuperuser(`create database ${name} template ${of} owner ${OWNER}`)
  const platform = await server.databaseOf(OWNER, 'platform')
  try {
    await (await openDatabase({ dataDirectory: join(folder, 'platform'), databaseUrl: platform })).close()
    await copy('platform', 'declared')
    const ordered = await loadInto(urlOf('declared'))
    await copy('platform', 'migrated')
    const migrated = await openDatabase({ dataDirectory: join(folder, 'migrated'), databaseUrl: urlOf('migrated') })
    await migrate(migrated, { set: 'project', folder: MIGRATIONS }).finally(() => migrated.close())
    return {
      ordered,
      async difference(from, to) {
        const [source, desired] = await Promise.all([from, to].map((name) => extract(poolOf(name))))
        if (!source || !desired) throw new Error('Two databases are compared')
        return plan(source.factBase, desired.factBase)
      },
      async copyWith(database, name, sql) {
        await pools.get(database)?.end()
        pools.delete(database)
        await copy(database, name)
        await poolOf(name).query(sql)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function loadInto(connectionString: string): Promise<Declared[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return loadDeclared(client, readDeclared()).finally(() => client.end())
}

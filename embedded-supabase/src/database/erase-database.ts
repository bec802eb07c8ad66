import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { keptElsewhere } from './cluster-home.ts'
import { deleteData } from './delete-data.ts'
import { clusterFiles } from './initialise.ts'
import { dropLogins, LOGINS_FILE, loginsOf } from './logins.ts'
import { reachOwnServer } from './own-server.ts'
import { OWNER_PATH } from './run-file.ts'
import type { Transaction } from './types.ts'

/** What the migrations make, and all that was put there since. */
const SCHEMAS = [
  'public',
  'private',
  'auth',
  'storage',
  'mail',
  'rest',
  'extensions',
  'realtime',
  'supabase_functions',
  'supabase_migrations',
]

export type Erasing = {
  databaseUrl: string
  dataDirectory: string
  /** The name of the database, as somebody typed it who means it. */
  confirmed: string | undefined
  log: (message: string) => void
}

/**
 * Empties a PostgreSQL database of your own in one transaction, so that the next start makes it anew, and deletes the
 * data folder that belongs to it. Roles that other installations of the server share stay.
 * @throws unless the name of the database was confirmed, while somebody is connected to it, or when the folder holds an
 * embedded database as well
 */
export async function eraseDatabase({ databaseUrl, dataDirectory, confirmed, log }: Erasing): Promise<void> {
  refuseEmbeddedBeside(dataDirectory)
  const client = new pg.Client({ ...(await reachOwnServer(databaseUrl, log)), lock_timeout: 5_000 })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(OWNER_PATH)
    await refuseUnconfirmed(client, confirmed)
    await refuseWhileUsed(client)
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(nspname) as name from pg_namespace where nspname = any($1)',
      [SCHEMAS],
    )
    if (rows.length > 0) await client.query(`drop schema ${rows.map(({ name }) => name).join(', ')} cascade`)
    await client.query('drop publication if exists supabase_realtime')
    await client.query('create schema public authorization pg_database_owner')
    await client.query('grant usage on schema public to public')
    if (existsSync(join(dataDirectory, LOGINS_FILE))) {
      await dropLogins({ query: client.query.bind(client) as Transaction['query'] }, loginsOf(dataDirectory))
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  await deleteData(dataDirectory)
}

function refuseEmbeddedBeside(dataDirectory: string): void {
  const folders = [dataDirectory, keptElsewhere(dataDirectory)].filter((folder) => folder !== undefined)
  if (!folders.some((folder) => existsSync(clusterFiles(folder).data))) return
  throw new Error(
    `${dataDirectory} holds an embedded database too, which DATABASE_URL does not use. Delete that one first, by a reset without DATABASE_URL, or name another DATA_DIR.`,
  )
}

async function refuseUnconfirmed(client: pg.Client, confirmed: string | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string; hasAccounts: boolean }>(
    `select current_database()::text as name, to_regclass('auth.users') is not null as "hasAccounts"`,
  )
  const { name = '', hasAccounts = false } = rows[0] ?? {}
  if (confirmed === name) return
  const counted = hasAccounts ? await client.query<{ count: string }>('select count(*) from auth.users') : undefined
  const held = counted ? `It holds an academy with ${counted.rows[0]?.count} accounts.` : 'It holds no academy.'
  throw new Error(
    `DATABASE_URL is set: this erases the database ${name} at ${client.host}:${client.port}. ${held} Take a backup, then say it with --yes-erase=${name}`,
  )
}

/** Another process would go on writing into what is made anew, or hold what is to be dropped. */
async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string }>(
    `select distinct usename::text as login from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null order by 1`,
  )
  if (rows.length === 0) return
  const logins = rows.map(({ login }) => login).join(', ')
  throw new Error(`the database is in use by ${logins}: stop every academy and program that is connected to it`)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Cluster, startCluster } from './cluster.ts'
import { openDataFolder } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { checkLogins, dropFormerLogins, LOGINS_FILE, type Login, loginsOf, makeLogins } from './logins.ts'
import { type AppliedFile, hasOlder, readMigrations } from './migrations.ts'
import { reachOwnServer, refuseEncoding } from './own-server.ts'
import { openPools } from './pool.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import { migrateBesideOthers, OWN_MIGRATIONS } from './shared-roles.ts'
import type { Database } from './types.ts'

export { hasOlder, type MigrationSet, migrate, missingMigrations } from './migrations.ts'
export { OWN_MIGRATIONS } from './shared-roles.ts'
export type { Caller, CallerOptions, Database, Transaction } from './types.ts'

export type DatabaseOptions = {
  /** Folder of everything that is kept on disk; an absolute path. */
  dataDirectory: string
  /** Connection URL of an owner of your own PostgreSQL (15 or newer); without it an embedded one is run. */
  databaseUrl?: string | undefined
  /** False lets the embedded one lose what a crash interrupts, for data that nobody keeps; true unless told. */
  durable?: boolean | undefined
  log?: (message: string, level?: 'info' | 'warn') => void
}

/** Key of the advisory lock that a backup shares while it copies; who deletes files by their rows tries it for itself. */
export const FILES_LOCK = `hashtextextended('stored files that a backup copies', 0)`

const MINIMUM_VERSION = 150_000

/** Every file that a database of the project has applied when it is up to date, with the set it is recorded under. */
export const migrationFiles = (projectDirectory: string): AppliedFile[] =>
  [OWN_MIGRATIONS, { set: 'project', folder: join(projectDirectory, 'migrations') }].flatMap(readMigrations)

/** Starts or reaches the database, brings its own tables up to date and opens the pools. */
export async function openDatabase({
  dataDirectory,
  databaseUrl,
  durable = true,
  log = () => undefined,
}: DatabaseOptions): Promise<Database & { cluster?: Cluster }> {
  openDataFolder(dataDirectory)
  refuseHalfRestored(dataDirectory)
  const unlock = databaseUrl ? () => undefined : lockFolder(join(dataDirectory, 'lock'))
  const warn = (message: string) => log(message, 'warn')
  let cluster: Cluster | undefined
  let pools: Database | undefined
  try {
    cluster = databaseUrl ? undefined : await startCluster(dataDirectory, log, durable)
    const owner: pg.PoolConfig = cluster
      ? { host: cluster.socketDirectory, user: 'postgres', password: cluster.ownerPassword, database: 'postgres' }
      : await reachOwnServer(databaseUrl ?? '', warn)
    const hadLogins = existsSync(join(dataDirectory, LOGINS_FILE))
    const logins = loginsOf(dataDirectory, warn)
    const login = ({ name, password }: Login): pg.PoolConfig => ({ ...owner, user: name, password })
    const database = openPools({ owner, api: login(logins.api), auth: login(logins.auth) }, cluster !== undefined)
    pools = database
    await checkServer(database, databaseUrl, durable)
    const applied = await migrateBesideOthers(database)
    if (!hadLogins && (await hasOlder(database, OWN_MIGRATIONS, applied)))
      warn(`${join(dataDirectory, LOGINS_FILE)} was gone and is made anew: other processes keep the logins of theirs`)
    const made = await makeLogins(database, logins)
    if (databaseUrl && made.length > 0) log(`made the database logins ${made.join(' and ')}`)
    await checkLogins(database, logins)
    await dropFormerLogins(database, dataDirectory, warn)
    return {
      ...database,
      ...(cluster ? { cluster } : {}),
      async close() {
        await database.close()
        await cluster?.stop()
        unlock()
      },
    }
  } catch (error) {
    await pools?.close()
    await cluster?.stop()
    unlock()
    throw error
  }
}

/**
 * Makes sure that the server is there, new enough and, unless told otherwise, set to keep what it has acknowledged.
 * @throws with what is wrong, naming DATABASE_URL where that is the place to mend it.
 */
async function checkServer(database: Database, databaseUrl: string | undefined, durable: boolean): Promise<void> {
  const settings = ['server_version_num', 'server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes']
  const values = await database
    .asOwner((tx) =>
      tx.query<{ value: string }>(
        `select ${settings.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} as value`,
      ),
    )
    .catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      throw new Error(
        databaseUrl ? `DATABASE_URL could not be reached: ${reason}` : `The database does not answer: ${reason}`,
      )
    })
  const [version, encoding = '', ...durability] = values.rows[0]?.value.split(' ') ?? []
  if (Number(version) < MINIMUM_VERSION) throw new Error('DATABASE_URL is older than PostgreSQL 15')
  refuseEncoding(encoding)
  if (durable && durability.includes('off'))
    throw new Error(
      'The database would lose acknowledged writes: fsync, synchronous_commit and full_page_writes must be on',
    )
}

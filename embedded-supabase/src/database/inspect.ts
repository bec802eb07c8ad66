import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from './cluster.ts'
import { keptElsewhere } from './cluster-home.ts'
import { isHeld, lockFolder } from './folder-lock.ts'
import { clusterFiles } from './initialise.ts'
import { reachOwnServer } from './own-server.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Line of a postmaster's pid file that names the folder of its unix socket. */
const SOCKET_LINE = 4

/** Runs one statement as the owner of the database, all of them in one session. */
export type RunQuery = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

type Place = { dataDirectory: string; databaseUrl?: string | undefined }
type Session = { isReadOnly: boolean }

/**
 * Looks into the database of a data folder, or into yours, and changes nothing: no migration runs, every transaction is
 * read-only. A database that does not run is started for the time of the call.
 * @returns undefined where the folder has no database yet
 * @throws when the database cannot be reached
 */
export const inspectDatabase = <T>(place: Place, run: (look: RunQuery) => Promise<T>): Promise<T | undefined> =>
  openSession(place, { isReadOnly: true }, run)

/** As {@link inspectDatabase}, but statements may write and take as long as they need. */
export const changeDatabase = <T>(place: Place, run: (query: RunQuery) => Promise<T>): Promise<T | undefined> =>
  openSession(place, { isReadOnly: false }, run)

async function openSession<T>(
  { dataDirectory, databaseUrl }: Place,
  session: Session,
  run: (query: RunQuery) => Promise<T>,
): Promise<T | undefined> {
  if (databaseUrl) return withClient(await reachOwnServer(databaseUrl, () => undefined), session, run)
  const { data, passwordFile } = clusterFiles(keptElsewhere(dataDirectory) ?? dataDirectory)
  if (!existsSync(join(data, 'PG_VERSION'))) return undefined
  const owner = { user: 'postgres', database: 'postgres' }
  const lock = join(dataDirectory, 'lock')
  if (isHeld(lock)) {
    const host = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[SOCKET_LINE] ?? ''
    return withClient({ ...owner, host, password: readFileSync(passwordFile, 'utf8').trim() }, session, run)
  }
  const unlock = lockFolder(lock)
  try {
    const cluster = await startCluster(dataDirectory, () => undefined, true)
    try {
      return await withClient(
        { ...owner, host: cluster.socketDirectory, password: cluster.ownerPassword },
        session,
        run,
      )
    } finally {
      await cluster.stop()
    }
  } finally {
    unlock()
  }
}

async function withClient<T>(
  config: pg.ClientConfig,
  { isReadOnly }: Session,
  run: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: isReadOnly ? STATEMENT_TIMEOUT_MS : 0,
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
  })
  // What breaks says so on the statement that waits for it; an unheard event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

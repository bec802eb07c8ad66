import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keptElsewhere } from '../database/cluster-home.ts'
import { deleteEntries, isData } from '../database/data-folder.ts'
import { deleteData } from '../database/delete-data.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { loginsOf } from '../database/logins.ts'
import { formerChecksums, readMigrations, readReplaced } from '../database/migrations.ts'
import { reachOwnServer } from '../database/own-server.ts'
import { restoreMark } from '../database/restore-mark.ts'
import { OWN_MIGRATIONS } from '../database/shared-roles.ts'
import type { Transaction } from '../database/types.ts'
import { loadKeys } from '../keys.ts'
import { collect, collectBytes, type Part } from './collect.ts'
import type { EncryptFor, OpenWith } from './encryption.ts'
import { checkEntries, folderEntry, isOfThisPlace, rowsEntry, writeEntries } from './entries.ts'
import { bringUpToDate, refuseFullDatabase } from './load.ts'
import { checkMigrations, type Manifest, manifestText, type Table } from './manifest.ts'
import { estimateBytes, type OnProgress, withProgress } from './progress.ts'
import { beginReading, readManifest, rowsOf } from './rows.ts'
import { checkSeal, writeSealed } from './sealed-file.ts'
import { FOLDER_WITHOUT_SECRETS, OWN_SECRETS, type SecretsOf } from './secrets.ts'
import { connect, type OwnerConnection, type Place, reachDatabase, startOwnCluster } from './source.ts'
import { unpack } from './unpack.ts'

/** How much of what is in the way is named. */
const NAMED = 5

type BackupPlace = Place & {
  siteUrl?: string | undefined
  encryptFor?: EncryptFor | undefined
  withoutSecrets?: SecretsOf | undefined
}

/**
 * Writes database, stored files and keys of an installation into one .tar.gz, while the server runs or when it does not.
 * Everything that was acknowledged before the call is in it. It can be restored on any PostgreSQL, embedded or yours.
 * @param file path of the archive; it appears when it is whole, readable by its owner only
 * @param place also takes the site address of now, which the backup then names; for whom it is encrypted; and, for a backup
 * that holds no secret, those of the project's own tables
 * @param onProgress hears how many bytes were read, and of about how many; what it throws ends the backup
 * @throws when there is nothing to back up.
 */
export async function backUp(file: string, place: BackupPlace, onProgress?: OnProgress): Promise<void> {
  const { dataDirectory, siteUrl, encryptFor, withoutSecrets, log } = place
  const secrets = withoutSecrets && { ...OWN_SECRETS, ...withoutSecrets }
  const isTaken = (name: string) => !isOfThisPlace(name) && (!secrets || FOLDER_WITHOUT_SECRETS.includes(name))
  if (!existsSync(join(dataDirectory, 'keys.json'))) throw new Error(`There is nothing to back up in ${dataDirectory}`)
  const { client, close } = await reachDatabase(place)
  try {
    await beginReading(client)
    const manifest = await readManifest(client)
    log(`copying ${manifest.tables.length} tables`)
    const parts = async function* (): AsyncGenerator<Part> {
      for (const [at, table] of manifest.tables.entries()) yield* rowsAsEntries(client, table, at, secrets)
      // The stored files come after the rows that name them, so that no row is without its file.
      for (const name of await readdir(dataDirectory)) {
        if (isTaken(name)) yield* collect(join(dataDirectory, name), folderEntry(name))
      }
    }
    const told = onProgress ? withProgress(parts(), await estimateBytes(client, dataDirectory), onProgress) : parts()
    const marks = { site_url: siteUrl, ...(secrets && { without_secrets: true as const }) }
    await writeSealed(writeEntries(manifestText({ ...manifest, ...marks }), told), file, encryptFor)
  } finally {
    await close()
  }
}

/**
 * Reads an archive to its end and gives what it says it holds, as a restore does before it touches anything.
 * @throws when it is not a whole backup
 */
export async function checkBackup(file: string, openWith?: OpenWith): Promise<Manifest> {
  await checkSeal(file, openWith)
  return checkEntries(file, openWith)
}

async function* rowsAsEntries(
  client: OwnerConnection['client'],
  table: Table,
  at: number,
  secrets: SecretsOf | undefined,
): AsyncGenerator<Part> {
  let piece = 0
  for await (const rows of rowsOf(client, table, secrets)) yield* collectBytes(rowsEntry(at, ++piece), rows)
}

type RestorePlace = Place & {
  projectDirectory: string
  onRows?: RowsRestored | undefined
  openWith?: OpenWith | undefined
}

/** What a restore does with the rows before anybody can see them: asks the database as its owner. */
export type RowsRestored = (
  tx: Transaction,
  backup: { madeAt: string | undefined; siteUrl: string | undefined },
) => Promise<void>

/**
 * Puts a backup into a data folder without data and an empty database and applies the migrations that are newer. Backups and
 * files of a home that lie in the folder stay. The archive is read to its end before anything is touched. What fails on the
 * way leaves nothing; what is interrupted leaves a folder that no start takes and that the next restore clears.
 * @param place with `projectDirectory`, the folder `supabase/`, whose migrations made the schema, and `onRows`, which runs
 * in the transaction of the rows, after the newer migrations: either both are there or nothing is; `openWith` opens one
 * that is encrypted
 * @returns what the archive says of itself
 * @throws when the folder holds data or the database is not empty, or the archive is not a whole backup of this or an
 * earlier version
 */
export async function restore(file: string, place: RestorePlace): Promise<Manifest> {
  const { dataDirectory, projectDirectory, databaseUrl, onRows, openWith, log } = place
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  log('reading the whole archive')
  const manifest = await checkBackup(file, openWith)
  const project = { set: 'project', folder: join(projectDirectory, 'migrations') }
  const sets = [OWN_MIGRATIONS, project]
  const former = Object.assign({}, ...sets.map(({ folder }) => formerChecksums(folder)))
  const known = sets.flatMap((each) => [...readMigrations(each), ...readReplaced(each)])
  checkMigrations(manifest, known, former)
  const unlock = await claimEmpty(dataDirectory)
  let connection: OwnerConnection | undefined
  try {
    connection = await (databaseUrl ? connect(await reachOwnServer(databaseUrl, log)) : startOwnCluster(place))
    const { client } = connection
    await refuseFullDatabase(client)
    await client.query('begin')
    await unpack(file, { client, project, dataDirectory, openWith, log })
    log('bringing it up to date')
    const { made_at: madeAt, site_url: siteUrl } = manifest
    await bringUpToDate(client, project, (tx) => onRows?.(tx, { madeAt, siteUrl }) ?? Promise.resolve())
    // Migrations wait for no disk; from here on nobody keeps the archive for us.
    await client.query('set local synchronous_commit = on')
    await client.query('commit')
    log('gathering statistics')
    await client.query('analyze')
    await connection.close()
  } catch (error) {
    await connection?.close().catch(() => undefined)
    empty(dataDirectory)
    throw error
  }
  // Not of the archive, and made here so that the first start does not take them for lost.
  loginsOf(dataDirectory)
  await loadKeys(join(dataDirectory, 'keys.json'))
  rmSync(restoreMark(dataDirectory))
  unlock()
  return manifest
}

/** Takes a folder without data, or one in which a restore was interrupted, and marks it until the restore is done. */
async function claimEmpty(dataDirectory: string): Promise<() => void> {
  if (existsSync(restoreMark(dataDirectory))) await deleteData(dataDirectory)
  const inTheWay = existsSync(dataDirectory) ? readdirSync(dataDirectory).filter(isData) : []
  if (inTheWay.length > 0) {
    const more = inTheWay.length > NAMED ? ` and ${inTheWay.length - NAMED} more` : ''
    throw new Error(
      `${dataDirectory} is not empty: it holds ${inTheWay.slice(0, NAMED).join(', ')}${more}. Restore into a new folder (DATA_DIR), or move these away.`,
    )
  }
  mkdirSync(dataDirectory, { recursive: true })
  const unlock = lockFolder(join(dataDirectory, 'lock'))
  writeFileSync(restoreMark(dataDirectory), '')
  return unlock
}

function empty(dataDirectory: string): void {
  const elsewhere = keptElsewhere(dataDirectory)
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  deleteEntries(dataDirectory)
}

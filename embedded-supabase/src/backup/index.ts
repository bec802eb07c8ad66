import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { chmod, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { chooseHome } from '../database/cluster-home.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { clusterFiles } from '../database/initialise.ts'
import { give } from '../database/run-as.ts'
import { stopLeftover } from '../database/supervisor.ts'
import { runningCluster, stoppedCluster } from './cluster-files.ts'
import { collect } from './collect.ts'
import { readTar, TAR_END } from './tar.ts'

/** What belongs to the running process or to this machine only; the cluster's own files go another way. */
const OF_THIS_PLACE = new Set(['lock', 'socket', 'database-folder', 'postgres', 'postgres.new', 'postgres-password'])

/**
 * Writes database, stored files and keys of a data folder into one .tar.gz, while the server runs or when it does not.
 * Everything that was acknowledged before the call is in it.
 * @param file path of the archive; it appears when it is whole, readable by its owner only
 * @throws when there is nothing to back up.
 */
export async function backUp(dataDirectory: string, file: string, log: (message: string) => void): Promise<void> {
  if (!existsSync(join(dataDirectory, 'keys.json'))) throw new Error(`There is nothing to back up in ${dataDirectory}`)
  const { folder } = chooseHome(dataDirectory, log)
  const { data, passwordFile } = clusterFiles(folder)
  const unlock = lockUnlessRunning(dataDirectory)
  const partial = `${file}.partial`
  try {
    if (unlock) await stopLeftover(data, log)
    log(unlock ? 'copying the database, which does not run' : 'copying the running database')
    const content = async function* () {
      yield* unlock ? stoppedCluster(data) : runningCluster(folder)
      yield* collect(passwordFile, 'postgres-password')
      // The stored files come after the rows that name them, so that no row is without its file.
      for (const name of await readdir(dataDirectory)) {
        if (!OF_THIS_PLACE.has(name)) yield* collect(join(dataDirectory, name), name)
      }
      yield TAR_END
    }
    await pipeline(Readable.from(content()), createGzip(), createWriteStream(partial, { mode: 0o600 }))
    const written = await open(partial, 'r+')
    await written.sync()
    await written.close()
    renameSync(partial, file)
  } finally {
    rmSync(partial, { force: true })
    unlock?.()
  }
}

/**
 * Unpacks a backup into an empty data folder; the next start finds everything as it was.
 * @throws when the folder is not empty or the archive is not a whole backup; the folder is empty again then.
 */
export async function restore(file: string, dataDirectory: string, log: (message: string) => void): Promise<void> {
  if (existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0) {
    throw new Error(`${dataDirectory} is not empty: restore into a new folder (DATA_DIR), or move this one away.`)
  }
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  mkdirSync(dataDirectory, { recursive: true })
  const { folder, identity } = chooseHome(dataDirectory, log)
  const isOfCluster = (name: string) => /^postgres(-password)?(\/|$)/.test(name)
  const seen = new Set<string>()
  try {
    for await (const { name, isFolder, chunks } of readTar(createReadStream(file).pipe(createGunzip()))) {
      const target = join(isOfCluster(name) ? folder : dataDirectory, name)
      seen.add(name)
      await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 })
      if (!isFolder) await writeFile(target, chunks)
      if (isOfCluster(name)) give(target, identity)
    }
    const missing = ['postgres/PG_VERSION', 'postgres-password', 'keys.json'].find((name) => !seen.has(name))
    if (missing) throw new Error(`${file} is not a backup: it has no ${missing}`)
  } catch (error) {
    for (const place of new Set([folder, dataDirectory])) {
      for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true })
    }
    throw error
  }
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, 0o600)
}

/** Claims the folder; undefined when a living process holds it. */
function lockUnlessRunning(dataDirectory: string): (() => void) | undefined {
  try {
    return lockFolder(join(dataDirectory, 'lock'))
  } catch {
    return undefined
  }
}

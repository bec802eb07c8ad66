import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from '../atomic-file.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { databaseIdentity, type Identity, isReachable } from './run-as.ts'

const OPEN_PLACE = '/var/lib/embedded-supabase'

/** Where PostgreSQL's files lie and as whom it runs. */
export type ClusterHome = { folder: string; binaries: Binaries; identity: Identity }

/**
 * Chooses the home of the cluster: `dataDirectory` itself, unless the unprivileged user that PostgreSQL runs as
 * could not walk there (root's own home is closed to others); then an open folder, remembered in the data folder.
 */
export function chooseHome(dataDirectory: string, log: (message: string) => void): ClusterHome {
  const identity = databaseIdentity()
  const binaries = findBinaries()
  mkdirSync(dataDirectory, { recursive: true })
  if (identity.uid === undefined) return { folder: dataDirectory, binaries, identity }
  chmodSync(dataDirectory, 0o711)
  const folder = isReachable(join(dataDirectory, 'postgres'), identity) ? dataDirectory : openFolder(dataDirectory)
  if (folder !== dataDirectory) {
    log(`${dataDirectory} is closed to the user that PostgreSQL runs as: its files lie in ${folder}`)
  }
  const runnable = isReachable(binaries.postgres, identity) ? binaries : copyBinaries(binaries)
  return { folder, binaries: runnable, identity }
}

const markIn = (dataDirectory: string) => join(dataDirectory, 'database-folder')

/** The open folder that a data folder's database lies in; undefined when it lies in the data folder itself. */
export function keptElsewhere(dataDirectory: string): string | undefined {
  const mark = markIn(dataDirectory)
  return existsSync(mark) ? readFileSync(mark, 'utf8').trim() : undefined
}

function openFolder(dataDirectory: string): string {
  const known = keptElsewhere(dataDirectory)
  const folder = known ?? join(OPEN_PLACE, randomUUID())
  if (!known) replaceFile(markIn(dataDirectory), folder)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** Copies the package's programs to a place that everyone can reach, once a version. */
function copyBinaries(binaries: Binaries): Binaries {
  if (binaries.source !== 'package') {
    throw new Error(`${binaries.directory} is closed to the user that PostgreSQL runs as.`)
  }
  const native = dirname(binaries.directory)
  const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  const target = join(OPEN_PLACE, `postgresql-${manifest.version}`)
  if (!existsSync(join(target, 'bin', basename(binaries.postgres)))) {
    mkdirSync(OPEN_PLACE, { recursive: true, mode: 0o755 })
    // Half of a copy, such as earlier versions left when they were killed.
    rmSync(target, { recursive: true, force: true })
    moveWhenWhole(target, (aside) => cpSync(native, aside, { recursive: true, verbatimSymlinks: true }))
  }
  const inTarget = (path: string) => join(target, 'bin', basename(path))
  return {
    ...binaries,
    directory: join(target, 'bin'),
    initdb: inTarget(binaries.initdb),
    postgres: inTarget(binaries.postgres),
  }
}

/** Fills a folder aside and gives it its name when it is whole; one that another process made meanwhile stays. */
function moveWhenWhole(folder: string, fill: (aside: string) => void): void {
  const aside = `${folder}.new-${randomUUID()}`
  try {
    fill(aside)
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

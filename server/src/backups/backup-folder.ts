import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Backups of the command, of the timer, and of the button; `.gpg` where the timer encrypted one. */
const ARCHIVE = /^academy-[\w.-]*\.tar\.gz(\.gpg)?$/
const ASKED = /^academy-[\w-]*-asked\.tar\.gz(\.partial)?$/
/** Backups of the button never fill a disk, however often it is pressed. */
const MOST_ASKED = 3
const ASKED_FOR_MS = 14 * 24 * 60 * 60 * 1000
const MOST_LISTED = 50

export type KeptBackup = { name: string; bytes: number; made_at: string }

/** Where backups of an academy lie: the folder that the settings name, else one in the data folder. */
export const backupFolderOf = (dataDirectory: string, named: string | undefined): string =>
  named || join(dataDirectory, 'backups')

/** The newest archives of a folder, fifty at most; none where there is no such folder. */
export function listBackups(folder: string): KeptBackup[] {
  return namesIn(folder, ARCHIVE)
    .map((name) => ({ name, ...factsOf(join(folder, name)) }))
    .sort((one, other) => other.made_at.localeCompare(one.made_at))
    .slice(0, MOST_LISTED)
}

/** The path of an archive of that name; undefined for a name that none can have, so that nothing else is reached. */
export const archiveIn = (folder: string, name: string): string | undefined =>
  ARCHIVE.test(name) ? join(folder, name) : undefined

/** The path of a new backup of the button; its folder is there afterwards, closed to others where it was made. */
export function placeForBackup(folder: string, now: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return join(folder, `academy-${time}Z-asked.tar.gz`)
}

/** Takes away backups of the button that are older than two weeks or more than three, and what an interrupted one left. */
export function tidyBackups(folder: string, now: number): void {
  const asked = namesIn(folder, ASKED).sort().reverse()
  const whole = asked.filter((name) => !name.endsWith('.partial'))
  const old = whole.filter((name, at) => at >= MOST_ASKED || now - statSync(join(folder, name)).mtimeMs > ASKED_FOR_MS)
  for (const name of [...old, ...asked.filter((name) => name.endsWith('.partial'))]) {
    rmSync(join(folder, name), { force: true })
  }
}

/** Bytes that may still be written to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name))
  } catch {
    return []
  }
}

function factsOf(path: string): Omit<KeptBackup, 'name'> {
  const { size, mtime } = statSync(path)
  return { bytes: size, made_at: mtime.toISOString() }
}

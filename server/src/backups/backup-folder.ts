import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Backups of the command, of the timer, and of the button; encrypted by age, or by GnuPG as earlier versions did. */
const ARCHIVE = /^academy-[\w.-]*\.tar\.gz(\.age|\.gpg)?$/
/** Those of the button. `asked` are of earlier versions, which put keys into them: they are not handed out any more. */
const ASKED = /^academy-[\w-]*-(asked|staff)\.tar\.gz(\.age)?(\.partial)?$/
const HANDED_OUT = /^academy-[\w-]*-staff\.tar\.gz(\.age)?$/
/** Backups of the button never fill a disk, however often it is pressed. */
const MOST_ASKED = 3
const ASKED_FOR_MS = 14 * 24 * 60 * 60 * 1000
const MOST_LISTED = 50

/** An archive of the folder; `is_handed_out` where the pages of the staff give it away, because it holds no keys. */
export type StoredBackup = { name: string; bytes: number; made_at: string; is_handed_out: boolean }

/** Where backups of an academy lie: the folder that the settings name, else one in the data folder. */
export const backupFolderOf = (dataDirectory: string, named: string | undefined): string =>
  named || join(dataDirectory, 'backups')

/** The newest archives of a folder, fifty at most; none where there is no such folder. */
export function listBackups(folder: string): StoredBackup[] {
  return namesIn(folder, ARCHIVE)
    .map((name) => ({ name, ...factsOf(join(folder, name)), is_handed_out: HANDED_OUT.test(name) }))
    .sort((one, other) => other.made_at.localeCompare(one.made_at))
    .slice(0, MOST_LISTED)
}

/** The path of an archive of the button; undefined for any other name, so that nothing else is reached. */
export const archiveIn = (folder: string, name: string): string | undefined =>
  HANDED_OUT.test(name) ? join(folder, name) : undefined

/** The path of a new backup of the button; its folder is there afterwards, closed to others where it was made. */
export function newBackupPath(folder: string, now: number, isEncrypted: boolean): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return join(folder, `academy-${time}Z-staff.tar.gz${isEncrypted ? '.age' : ''}`)
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

function factsOf(path: string): Pick<StoredBackup, 'bytes' | 'made_at'> {
  const { size, mtime } = statSync(path)
  return { bytes: size, made_at: mtime.toISOString() }
}

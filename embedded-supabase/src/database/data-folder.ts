import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keptElsewhere } from './cluster-home.ts'
import { ownsDatabases } from './run-as.ts'

/** What an earlier run may have left with its own user as the owner. */
const ENTRIES = ['postgres', 'postgres-password', 'socket', 'keys.json', 'logins.json', 'storage']

/** Files of a user's home, of a disk of its own, and backups: they may lie in a data folder and are no data of it. */
const NO_DATA = /^([.].*|lost\+found|backups|.*[.]tar[.]gz([.]age)?([.](gpg|partial))?)$/

/** Whether an entry of a data folder, by its name there, belongs to the installation. */
export const isData = (name: string): boolean => !NO_DATA.test(name)

/** Deletes the data of a folder, and nothing else that lies in it. */
export function deleteEntries(folder: string): void {
  for (const name of readdirSync(folder).filter(isData)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Deletes the data of a folder, and the folder too where nothing else lies in it and this user may. */
export function deleteFolder(folder: string): void {
  deleteEntries(folder)
  try {
    rmdirSync(folder)
  } catch {
    // Backups stay, and the folder above may belong to root.
  }
}

/**
 * Makes the data folder where there is none, and looks whether all in it is this process's to use.
 * @throws with the command that gives a folder, which another user ran the server on, to this one
 */
export function openDataFolder(dataDirectory: string): void {
  try {
    mkdirSync(dataDirectory, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The data folder ${dataDirectory} cannot be made (${code}): make it, and give it to this user.`)
  }
  refuseForeignFolder(dataDirectory)
}

/**
 * Looks whether a data folder is this user's to use, and changes nothing; one that is not there is.
 * @throws with what to do, where another user ran the server on it, or where this is root and the server runs as a user
 * of its own, who could not read what root writes
 */
export function refuseForeignFolder(dataDirectory: string): void {
  const uid = process.getuid?.()
  if (uid === undefined) return
  const folders = [dataDirectory, keptElsewhere(dataDirectory)].filter((folder) => folder !== undefined)
  const paths = folders.flatMap((folder) => [folder, ...ENTRIES.map((name) => join(folder, name))])
  if (uid === 0) refuseRoot(paths.slice(1).filter((path) => existsSync(path)))
  const foreign = uid > 0 && paths.find((path) => !isOurs(path, uid))
  if (!foreign) return
  const owner = existsSync(foreign) ? statSync(foreign).uid : undefined
  const again = owner
    ? `Run this as that user; or, with the academy stopped, give the folder to this one as root`
    : 'With the academy stopped, give it to this user as root'
  throw new Error(
    `${foreign} belongs to ${owner === undefined ? 'another user' : `user ${owner}`}, and this is user ${uid}: the data folder was used by somebody else${owner === 0 ? ', root' : ''}. ` +
      `${again}: chown -R ${uid} ${folders.join(' ')}`,
  )
}

function refuseRoot(paths: string[]): void {
  const foreign = paths.find((path) => statSync(path).uid !== 0 && !ownsDatabases(statSync(path).uid))
  if (!foreign) return
  const { uid } = statSync(foreign)
  throw new Error(
    `${foreign} belongs to user ${uid}, who could not read what root writes there. Run this as that user, such as: su - "$(id -nu ${uid})"`,
  )
}

/** PostgreSQL wants to own its files; of the others it is enough to read and write them. */
function isOurs(path: string, uid: number): boolean {
  if (!existsSync(path)) return true
  if (path.endsWith('postgres')) return statSync(path).uid === uid
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keptElsewhere } from './cluster-home.ts'

/** What an earlier run may have left with its own user as the owner. */
const ENTRIES = ['postgres', 'postgres-password', 'socket', 'keys.json', 'logins.json', 'storage']

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
  const uid = process.getuid?.()
  if (uid === undefined || uid === 0) return
  const folders = [dataDirectory, keptElsewhere(dataDirectory)].filter((folder) => folder !== undefined)
  const paths = folders.flatMap((folder) => [folder, ...ENTRIES.map((name) => join(folder, name))])
  const foreign = paths.find((path) => !isOurs(path, uid))
  if (!foreign) return
  const owner = existsSync(foreign) ? `user ${statSync(foreign).uid}` : 'another user'
  throw new Error(
    `${foreign} belongs to ${owner}, and this is user ${uid}: the data folder was used by somebody else, such as root. ` +
      `With the academy stopped, give it to this user as root: chown -R ${uid} ${folders.join(' ')}`,
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

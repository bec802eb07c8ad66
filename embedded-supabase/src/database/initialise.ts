import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { flushFolder, replaceFile } from '../kept-file.ts'
import type { ClusterHome } from './cluster-home.ts'
import { give } from './run-as.ts'

/** Files of a cluster below its home. */
export const clusterFiles = (folder: string) => ({
  data: join(folder, 'postgres'),
  passwordFile: join(folder, 'postgres-password'),
})

/**
 * Makes a new cluster where there is none. It is made aside and moved into place when it is whole,
 * so a start that was killed half way leaves nothing that looks like a database.
 * @throws where the folder holds files that are no database: they may be what is left of one
 */
export function initialiseWhenNew({ folder, binaries, identity }: ClusterHome, log: (message: string) => void): void {
  const { data, passwordFile } = clusterFiles(folder)
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new Error(
      `${data} holds files, and PG_VERSION is not among them: put the database back from a backup, or move the folder away and let a new one be made.`,
    )
  }
  log('creating the database')
  removeUnfinished(folder)
  // A name of its own: the initdb of a start that was killed may still be writing.
  const fresh = mkdtempSync(`${data}${UNFINISHED}-`)
  give(fresh, identity)
  replaceFile(passwordFile, randomBytes(24).toString('base64url'))
  give(passwordFile, identity)
  const named = isNamed() ? [] : WITH_A_NAME
  const [program = '', ...words] = [...named, binaries.initdb]
  const run = spawnSync(
    program,
    [
      ...words,
      '--pgdata',
      fresh,
      '--username',
      'postgres',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
      '--no-instructions',
    ],
    { ...identity, cwd: fresh, encoding: 'utf8', env: databaseEnvironment() },
  )
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    if (named.length > 0) throw new Error(nameless())
    throw new Error(`PostgreSQL could not be initialised: ${run.error?.message ?? run.stderr}`)
  }
  renameSync(fresh, data)
  flushFolder(folder)
}

const UNFINISHED = '.new'

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`postgres${UNFINISHED}`)) continue
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/**
 * `initdb` wants its user to have a name, as one that a container was told by number has not. In a user namespace the
 * same user has the name `nobody`; the server itself does not ask.
 */
const WITH_A_NAME = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function nameless(): string {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  return (
    `The database cannot be made by user ${uid}, who has no name in /etc/passwd. Give the user one in the image ` +
    `(echo "academy:x:${uid}:${gid}::/tmp:/sbin/nologin" >> /etc/passwd), run as a user that has one, or set DATABASE_URL. ` +
    'Only making the database needs it, not running it.'
  )
}

/** PostgreSQL gets no variable of ours but the search path, and a locale in which Hebrew letters are letters. */
export const databaseEnvironment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' })

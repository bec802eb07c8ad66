import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { flushFolder, replaceFile } from '../atomic-file.ts'
import type { ClusterHome } from './cluster-home.ts'
import { changeOwner, changeOwnerOfTree, type Identity, namedIdentity } from './run-as.ts'

/** Files of a cluster below its home. */
export const clusterFiles = (folder: string) => ({
  data: join(folder, 'postgres'),
  passwordFile: join(folder, 'postgres-password'),
  /** The owner's password from the next start on. */
  nextPasswordFile: join(folder, 'postgres-password.next'),
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
  const workplace = mkdtempSync(`${data}${UNFINISHED}-`)
  const password = randomBytes(24).toString('base64url')
  replaceFile(passwordFile, password)
  const { fresh, passwordCopy, maker } = prepareWorkplace(workplace, password, identity)
  const named = maker.uid !== undefined || isNamed() ? [] : WITH_A_NAME
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
      passwordCopy,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
      '--no-instructions',
    ],
    { ...maker, cwd: fresh, encoding: 'utf8', env: databaseEnvironment() },
  )
  if (run.status !== 0) {
    rmSync(workplace, { recursive: true, force: true })
    if (named.length > 0) throw new Error(nameless())
    throw new Error(`PostgreSQL could not be initialised: ${run.error?.message ?? run.stderr}`)
  }
  changeOwnerOfTree(fresh, identity)
  renameSync(fresh, data)
  rmSync(workplace, { recursive: true, force: true })
  flushFolder(folder)
}

/** Folders in which `initdb` works, closed to whoever has not the group of the database. */
function prepareWorkplace(workplace: string, password: string, identity: Identity) {
  const maker = namedIdentity(identity)
  const [fresh, passwordCopy] = [join(workplace, 'postgres'), join(workplace, 'password')]
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordCopy, password, { mode: 0o600 })
  for (const path of [fresh, passwordCopy]) changeOwner(path, maker)
  if (identity.gid !== undefined) {
    changeOwner(workplace, { uid: 0, gid: identity.gid })
    chmodSync(workplace, 0o710)
  }
  return { fresh, passwordCopy, maker }
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

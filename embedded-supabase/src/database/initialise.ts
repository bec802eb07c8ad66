import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
 */
export function initialiseWhenNew({ folder, binaries, identity }: ClusterHome, log: (message: string) => void): void {
  const { data, passwordFile } = clusterFiles(folder)
  if (existsSync(join(data, 'PG_VERSION'))) return
  log('creating the database')
  const fresh = `${data}.new`
  for (const leftover of [fresh, data]) rmSync(leftover, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  give(fresh, identity)
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  give(passwordFile, identity)
  const run = spawnSync(
    binaries.initdb,
    [
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
    throw new Error(`PostgreSQL could not be initialised: ${run.error?.message ?? run.stderr}`)
  }
  renameSync(fresh, data)
}

/** PostgreSQL gets no variable of ours but the search path, and a locale in which Hebrew letters are letters. */
export const databaseEnvironment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' })

import { execFileSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findBinaries } from '../../src/database/binaries.ts'
import { type Database, migrate, openDatabase } from '../../src/database/index.ts'
import { clusterFiles } from '../../src/database/initialise.ts'
import { changeOwner, databaseIdentity, type Identity } from '../../src/database/run-as.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(dirname(createRequire(import.meta.url).resolve('pg/package.json')), '../.cache/data-templates')
const UNUSED_AFTER_MS = 3_600_000
/** What a data folder holds of its database; all else is made by the first start. */
const PARTS = ['postgres', 'postgres-password', 'logins.json']

/**
 * A data folder whose database is initialised and migrated, to be copied by every test file. It is kept under a hash
 * of what it is made from, so a run makes it only when a migration or the code that sets a database up has changed.
 * @param projectDirectory whose migrations are applied too
 * @returns its path
 */
export async function makeDataTemplate(projectDirectory?: string): Promise<string> {
  const template = join(CACHE, fingerprint(projectDirectory))
  if (existsSync(template)) {
    // Other runs of this folder make templates of their own, and forget those that nobody uses.
    utimesSync(template, new Date(), new Date())
    return template
  }
  const folder = mkdtempSync(join(tmpdir(), 'data-template-'))
  chmodSync(folder, 0o711)
  const aside = `${template}.${process.pid}`
  try {
    await fill(folder, projectDirectory)
    mkdirSync(aside, { recursive: true })
    copyParts(folder, aside)
    forgetUnused()
    if (!existsSync(template)) renameSync(aside, template)
  } finally {
    for (const path of [folder, aside]) rmSync(path, { recursive: true, force: true })
  }
  return template
}

/** Copies a template into a data folder that is still empty. */
export function copyDataTemplate(template: string, dataDirectory: string): void {
  if (existsSync(clusterFiles(dataDirectory).data)) return
  mkdirSync(dataDirectory, { recursive: true })
  copyParts(template, dataDirectory)
}

async function fill(dataDirectory: string, projectDirectory: string | undefined): Promise<void> {
  const database = await openDatabase({ dataDirectory, durable: false })
  try {
    if (projectDirectory) {
      await migrate(database, { set: 'project', folder: join(projectDirectory, 'migrations') })
      await giveTime(database)
    }
    if (database.cluster) await dropSpareDatabases(database.cluster)
  } finally {
    await database.close()
  }
}

/** How long a statement of a project takes says how busy the machine is: what limits do is shown without a project. */
async function giveTime(database: Database): Promise<void> {
  await database.asOwner(async (tx) => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      await tx.query(`alter role ${role} set statement_timeout = '4min'`)
  })
}

/** The databases that new ones would be copied from are two thirds of the files, and no test makes a database. */
async function dropSpareDatabases(cluster: { socketDirectory: string; ownerPassword: string }): Promise<void> {
  const client = new pg.Client({
    host: cluster.socketDirectory,
    ...{ user: 'postgres', password: cluster.ownerPassword, database: 'postgres' },
  })
  await client.connect()
  try {
    await client.query(`update pg_database set datistemplate = false`)
    for (const name of ['template0', 'template1']) await client.query(`drop database ${name}`)
  } finally {
    await client.end()
  }
}

function copyParts(from: string, to: string): void {
  const identity = databaseIdentity()
  for (const part of PARTS) copyTree(join(from, part), join(to, part), part === 'postgres' ? identity : {})
}

/** Copies a file or folder to a place that is empty, as somebody's. Of so many small files it takes half the time of `cpSync`. */
function copyTree(from: string, to: string, identity: Identity, isFolder = statSync(from).isDirectory()): void {
  if (isFolder) mkdirSync(to, { mode: statSync(from).mode })
  else copyFileSync(from, to)
  changeOwner(to, identity)
  if (!isFolder) return
  for (const entry of readdirSync(from, { withFileTypes: true }))
    copyTree(join(from, entry.name), join(to, entry.name), identity, entry.isDirectory())
}

function fingerprint(projectDirectory: string | undefined): string {
  const { directory, postgres } = findBinaries()
  // A minor may refuse a migration that the one before it took, and an update puts it into the same folder.
  const hash = createHash('sha256')
    .update(directory)
    .update(execFileSync(postgres, ['--version']))
  const sources = [join(PACKAGE, 'sql'), join(PACKAGE, 'src/database'), fileURLToPath(import.meta.url)]
  for (const path of sources) addTo(hash, path)
  if (projectDirectory) addTo(hash, join(projectDirectory, 'migrations'))
  return hash.digest('hex').slice(0, 24)
}

function addTo(hash: Hash, path: string): void {
  if (!statSync(path).isDirectory()) hash.update(path).update(readFileSync(path))
  else for (const name of readdirSync(path).sort()) addTo(hash, join(path, name))
}

function forgetUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    if (Date.now() - statSync(path).mtimeMs > UNUSED_AFTER_MS) rmSync(path, { recursive: true, force: true })
  }
}

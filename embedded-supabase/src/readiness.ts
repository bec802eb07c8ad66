import { existsSync, statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { keptElsewhere } from './database/cluster-home.ts'
import { type Database, type MigrationSet, missingMigrations, OWN_MIGRATIONS } from './database/index.ts'
import type { MailHealth } from './mail/index.ts'

/**
 * What is looked at, each `ok` or what is wrong in words. Mail that fails keeps nobody from being served, nor does what is
 * held back (`outgoing`, where the host has named conditions).
 */
export type Readiness = {
  ready: boolean
  checks: { database: string; schema: string; migrations: string; disk: string; mail: string; outgoing?: string }
}

const OK = 'ok'
/** Proxies and strangers may ask as often as they like; that all is well may be a second old. */
const KEPT_MS = 1_000
/** A look that takes longer than this waits in the turn of others' work: for ten seconds the last good one says more than silence. */
const PATIENCE_MS = 200
const TRUSTED_MS = 10_000
/** Afterwards a look that still waits is answered as not ready: those who probe give up sooner than a database that is stopped. */
const UNANSWERED_MS = 3_000
/** What PostgreSQL needs to write one more file of its log. */
const FULL_BELOW_BYTES = 16 * 1024 * 1024
/** A disk of the database elsewhere is known by what it refuses; longer than the process takes between its own looks. */
const REFUSED_MS = 20_000
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

type Watched = {
  database: Database
  dataDirectory: string
  project: MigrationSet
  isSchemaRead: () => boolean
  mailHealth: () => MailHealth
  holds?: { mail?: string; files?: string } | undefined
}

/**
 * Makes the function that reports whether requests can be answered, asked over the connections that requests take. It
 * answers within three seconds, whatever the database does.
 */
export function watchReadiness(watched: Watched): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined
  let began = 0
  let good: { at: number; answer: Readiness } | undefined
  async function lookAgain(): Promise<Readiness> {
    began = Date.now()
    const answer = await look(watched)
    good = answer.ready ? { at: Date.now(), answer } : undefined
    return answer
  }
  return async () => {
    const age = good ? Date.now() - good.at : Number.POSITIVE_INFINITY
    if (good && age < KEPT_MS) return good.answer
    running ??= lookAgain().finally(() => {
      running = undefined
    })
    if (good && age <= TRUSTED_MS) {
      return Promise.race([running, sleep(PATIENCE_MS, good.answer, { ref: false })])
    }
    const left = Math.max(0, began + UNANSWERED_MS - Date.now())
    return Promise.race([running, sleep(left, undefined, { ref: false }).then(() => unanswered(watched))])
  }
}

async function unanswered(watched: Watched): Promise<Readiness> {
  const state = `no answer for ${UNANSWERED_MS / 1000} seconds`
  const { schema, disk, mail } = await ownChecks(watched)
  return { ready: false, checks: { database: state, schema, migrations: state, disk, mail } }
}

/** What is known without a question to the database. */
async function ownChecks({ database, dataDirectory, isSchemaRead, mailHealth }: Watched) {
  return {
    schema: isSchemaRead() ? OK : 'the schema was never read',
    disk: await inWords(async () =>
      database.sinceDiskFull() < REFUSED_MS ? 'full: the database could not write' : diskState(dataDirectory),
    ),
    mail: mailInWords(mailHealth()),
  }
}

async function look(watched: Watched): Promise<Readiness> {
  const { database, project, holds } = watched
  const conditions = Object.values(holds ?? {})
  const [databaseState, migrations, outgoing] = await Promise.all([
    connections(database),
    inWords(async () => {
      const missing = [
        ...(await missingMigrations(database, OWN_MIGRATIONS)),
        ...(await missingMigrations(database, project)),
      ]
      return missing.length > 0 ? `not applied: ${missing.join(', ')}` : OK
    }),
    inWords(async () => {
      if (conditions.length === 0) return OK
      const text = `select ${conditions.map((condition) => `(${condition})`).join(' or ')} as held`
      const { rows } = await database.asOwner((tx) => tx.query<{ held: boolean }>(text))
      return rows[0]?.held ? 'held' : OK
    }),
  ])
  const { schema, disk, mail } = await ownChecks(watched)
  const checks = {
    ...{ database: databaseState, schema, migrations, disk, mail },
    ...(conditions.length > 0 && { outgoing }),
  }
  const { mail: _, outgoing: __, ...needed } = checks as Readiness['checks']
  return { ready: Object.values(needed).every((state) => state === OK), checks }
}

/** The logins of callers, of our own pages and of sign-in, each as the roles that they take. */
async function connections(database: Database): Promise<string> {
  const asRole = (role: 'anon' | 'authenticated', lane?: 'own') => () =>
    database.queryAsCaller({ role, claims: {} }, 'select 1', [], lane && { lane })
  const states = await Promise.all([
    inWords(asRole('anon', 'own')),
    inWords(asRole('authenticated', 'own')),
    inWords(() => database.asAuthAdmin((tx) => tx.query('select 1'))),
    // That callers use all of theirs means that they are served.
    inWords(asRole('anon')).then((state) => (state === WAITED_TOO_LONG ? OK : state)),
  ])
  return states.find((state) => state !== OK) ?? OK
}

async function inWords(ask: () => Promise<unknown>): Promise<string> {
  try {
    const answer = await ask()
    return typeof answer === 'string' ? answer : OK
  } catch (error) {
    const { message, cause } = error as Error
    return (cause instanceof Error && cause.message) || message || 'no answer'
  }
}

/** Whether the disks of a data folder can take more: `ok`, or what is wrong in words. */
export function diskState(dataDirectory: string): string {
  const folders = [dataDirectory, keptElsewhere(dataDirectory)].filter((folder) => folder !== undefined)
  return (
    folders
      .filter((folder) => existsSync(folder))
      .map((folder) => fullness(statfsSync(folder)))
      .find((state) => state !== OK) ?? OK
  )
}

type Space = { bavail: number; bsize: number; files: number; ffree: number }

/** Whether a file system can take more, from what the operating system tells of it. */
export function fullness({ bavail, bsize, files, ffree }: Space): string {
  const free = bavail * bsize
  if (free < FULL_BELOW_BYTES) return `full: ${Math.floor(free / 1024 / 1024)} MB are left`
  // Some file systems have no fixed number of files and tell 0.
  return files > 0 && ffree === 0 ? 'full: no file can be made any more' : OK
}

function mailInWords(health: MailHealth): string {
  if (health.state === 'mails leave') return OK
  return health.state === 'mails fail' ? `fails since ${health.since.toISOString()}: ${health.cause}` : health.state
}

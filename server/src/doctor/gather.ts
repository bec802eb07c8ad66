import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSiteDetails } from 'web/site'
import { type Config, ROOT, readConfig } from '../config.ts'
import { findRunning } from '../reach.ts'
import { readRunning } from '../running.ts'
import type { Facts, Site } from './facts.ts'
import { gatherDatabaseFacts } from './gather-database.ts'
import { findBackups, gatherFolderFacts } from './gather-folder.ts'
import { isPortTaken, tryMailServer } from './gather-network.ts'
import { gatherProject } from './gather-project.ts'

type Environment = Record<string, string | undefined>

/** Collects what the checks look at, and changes nothing; what cannot be found out is a fact as well. */
export async function gatherFacts(environment: Environment): Promise<Facts> {
  const { config, refused } = readableConfig(environment)
  const [running, isTaken] = await Promise.all([
    findRunning(config).catch(() => undefined),
    isPortTaken(config.port, config.host),
  ])
  const { database, project } = await gatherStore(config)
  return {
    settings: environment,
    refused,
    now: new Date(),
    node: { version: process.versions.node, oldest: oldestNode() },
    port: isTaken ? (running || isNoted(config) ? 'ours' : 'taken') : 'free',
    mailServerFailure: config.smtp && !config.remoteSupabase ? await tryMailServer(config.smtp) : undefined,
    folder: gatherFolderFacts(config),
    backups: await findBackups(environment.BACKUP_DIR, config.dataDirectory),
    site: contactDetails(typeof database === 'object' ? database.siteSettings : {}),
    database,
    project,
  }
}

/** What the academy's rows lie in: a database here, or a project. */
async function gatherStore(config: Config): Promise<Pick<Facts, 'database' | 'project'>> {
  const { remoteSupabase, siteUrl, projectDirectory } = config
  if (!remoteSupabase) return { database: await gatherDatabaseFacts(config) }
  try {
    return await gatherProject({ ...remoteSupabase, siteUrl, projectDirectory })
  } catch (error) {
    const { cause, message } = error as Error
    const why = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : message
    return { database: `${remoteSupabase.url} does not answer: ${why}` }
  }
}

/** Whether an academy of a project, which has no keys in its folder to be told by, wrote down that it listens there. */
function isNoted({ remoteSupabase, dataDirectory, port }: Config): boolean {
  const note = remoteSupabase && readRunning(dataDirectory)
  if (!note || Number(new URL(note.url).port) !== port) return false
  try {
    return process.kill(note.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The settings as far as the start takes them, and a line for each that it refuses. */
function readableConfig(environment: Environment): { config: Config; refused: string[] } {
  try {
    return { config: readConfig(environment), refused: [] }
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).split('\n')
    const left = { ...environment }
    for (const line of lines) for (const [name] of line.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) delete left[name]
    return { config: readConfig(left), refused: lines.filter((line) => line.startsWith('  ')) }
  }
}

function oldestNode(): string {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } }
  return engines.node.replace(/^\D+/, '')
}

function contactDetails(settings: Record<string, unknown>): Site {
  const { name, email, phone, address, accessibility, socialLinks } = toSiteDetails(settings)
  const ofAccessibility = Object.entries(accessibility).map(([name, value]) => [`accessibility ${name}`, value])
  const links = socialLinks.map(({ network, url }) => [network, url])
  return Object.fromEntries([...Object.entries({ name, email, phone, address }), ...ofAccessibility, ...links])
}

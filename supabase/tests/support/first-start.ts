import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspectDatabase, type RunQuery } from '../../../embedded-supabase/src/database/inspect.ts'
import { content } from '../../seeds/content/index.ts'
import { type AcademyProcess, startAcademyProcess } from './academy-process.ts'

const HOOK = fileURLToPath(new URL('stop-at-step.mjs', import.meta.url))
const NODE = [process.execPath, '--max-old-space-size=256', '--import', HOOK]
const OPEN = 'The academy is open'

/** What is killed: the server, its PostgreSQL with all of its processes, or both at once. */
export const KILLED = ['server', 'database', 'both'] as const

/** Starts an academy on a folder as `npm start` does. */
export const startOn = (dataDirectory: string, settings: Record<string, string> = {}): Promise<AcademyProcess> =>
  startAcademyProcess([...NODE, 'scripts/start.mjs'], dataDirectory, { SEED_DEMO: '1', ...settings })

/** Starts an academy and kills it before one of its steps, or when it is open where it takes fewer. */
export async function startAndKill(
  dataDirectory: string,
  at: number,
  what: (typeof KILLED)[number],
  settings: Record<string, string> = {},
): Promise<void> {
  const academy = await startOn(dataDirectory, { ...settings, STOP_AT: String(at), STOP_WHAT: what })
  // What lost its database ends by itself, or goes on where the database came back in time.
  await academy.line(OPEN).then(
    () => academy.child.kill(what === 'database' ? 'SIGTERM' : 'SIGKILL'),
    () => undefined,
  )
  await academy.ended
}

/** Runs a command as `npm run db:seed` and its like do, on a folder where no academy runs. @returns its exit code, null where it was killed */
export async function runCommand(
  dataDirectory: string,
  words: string[],
  settings: Record<string, string> = {},
): Promise<number | null> {
  return (await startAcademyProcess([...NODE, 'scripts/academy.mjs', ...words], dataDirectory, settings)).ended
}

/** What an undisturbed or a later start made of a folder, and how many steps it took until it listened. */
export type Picture = { tables: Record<string, string>; files: Record<string, string>; folder: string[] }

/** Starts an academy, waits until it is open, takes the picture and ends it. @throws when it does not open */
export async function startAndSnapshot(
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<{ picture: Picture; said: string[]; alarms: unknown[] }> {
  const academy = await startOn(dataDirectory, settings)
  try {
    await academy.line(OPEN)
    const picture = await takeSnapshot(dataDirectory)
    const lines = academy.lines().filter((line) => typeof line !== 'string')
    return { picture, said: lines.map(({ msg }) => msg), alarms: lines.flatMap(({ alarm }) => alarm ?? []) }
  } finally {
    academy.child.kill('SIGTERM')
    await academy.ended
  }
}

/** What lies in a data folder only while an academy runs. */
const PASSING = ['lock', 'running.json']

/** @throws where the folder has no database */
export async function takeSnapshot(dataDirectory: string): Promise<Picture> {
  const read = await inspectDatabase({ dataDirectory }, async (ask) => ({
    tables: await readTables(ask),
    files: await readFiles(ask, dataDirectory),
  }))
  if (!read) throw new Error('There is no database')
  return { ...read, folder: readdirSync(dataDirectory).filter((name) => !PASSING.includes(name)) }
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const MOMENT = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:?\d\d|Z)?/g
const CONTENT = JSON.stringify(content)
/** Ids and moments that the content itself names. */
const NAMED = new Set([...(CONTENT.match(ID) ?? []), ...(CONTENT.match(MOMENT) ?? [])])
/** What follows from how often the server ran: that the tables are there is all that is compared. */
const OF_THE_SERVER = [
  ...['public.audit_log', 'private.audit_chain', 'private.audit_head', 'private.system_reports'],
  'private.page_changes',
]
/**
 * Drawn anew on every folder, so that only their number is compared: secrets, and whether the demo account of a student,
 * whose id is random, has read its mails.
 */
const DRAWN_ANEW = [
  ...['private.secrets', 'private.support_reply_keys', 'private.campaign_recipients'],
  ...['auth.one_time_tokens', 'public.invitation_history'],
]

/** Of every table the number of its rows and a hash of what they hold, but for moments, made-up ids and counted versions. */
async function readTables(ask: RunQuery): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage', 'mail', 'supabase_migrations') order by 1`,
  )
  const read: Record<string, string> = {}
  for (const { name } of tables) {
    if (OF_THE_SERVER.includes(name)) {
      read[name] = 'of the server'
      continue
    }
    const rows = await ask<{ row: string }>(`select (to_jsonb(one) - 'version')::text as row from ${name} as one`)
    const lines = rows.map(({ row }) => plain(row)).sort()
    const isDrawn = DRAWN_ANEW.includes(name)
    read[name] = isDrawn
      ? `${lines.length}`
      : `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`
  }
  return read
}

const plain = (row: string) =>
  row.replace(ID, (id) => (NAMED.has(id) ? id : 'an id')).replace(MOMENT, (at) => (NAMED.has(at) ? at : 'a moment'))

/** Every stored file by its place, with its size and whether the bytes on the disk are those of its row. */
async function readFiles(ask: RunQuery, dataDirectory: string): Promise<Record<string, string>> {
  const rows = await ask<{ place: string; version: string; tag: string; size: number }>(
    `select bucket_id || '/' || name as place, version, metadata ->> 'eTag' as tag, (metadata ->> 'size')::integer as size
     from storage.objects order by 1`,
  )
  const state = ({ version, tag }: (typeof rows)[number]) => {
    const path = join(dataDirectory, 'storage/objects', version.slice(0, 2), version)
    if (!existsSync(path)) return 'missing'
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 32)
    return `"${hash}"` === tag ? 'whole' : 'damaged'
  }
  return Object.fromEntries(rows.map((row) => [row.place, `${row.size} ${state(row)}`]))
}

/** Waits until `initdb` is in the middle of its work. */
export async function databaseInTheMaking(dataDirectory: string): Promise<void> {
  const isMaking = () =>
    readdirSync(dataDirectory).some(
      (name) => name.startsWith('postgres.new') && existsSync(join(dataDirectory, name, 'postgres', 'base')),
    )
  while (!existsSync(dataDirectory) || !isMaking()) await sleep(1)
}

/** A file system in memory of so many megabytes; only root can mount one, and not in every container. */
export function mountSmall(folder: string, megabytes: number): { grow(to: number): void; unmount(): void } | undefined {
  mkdirSync(folder)
  const mount = (...words: string[]) => spawnSync('mount', ['-t', 'tmpfs', ...words, 'tmpfs', folder]).status === 0
  if (!mount('-o', `size=${megabytes}m,mode=755`)) return undefined
  return {
    grow: (to) => mount('-o', `remount,size=${to}m`),
    unmount: () => spawnSync('umount', [folder]),
  }
}

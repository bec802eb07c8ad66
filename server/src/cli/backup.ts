import { accessSync, constants, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backUp, checkBackup, type RowsRestored, restore } from 'embedded-supabase'
import type { Config } from '../config.ts'
import { holdInWords, readHold } from '../outgoing.ts'
import { readRunning } from '../running.ts'
import { withBackend } from './reach.ts'

type Say = (line: string) => void

/**
 * Writes a backup of the academy, wherever its database is, and reads it to its end.
 * @param file named after the time, in the current folder, where none is given
 * @throws why there is none; nothing of it is left then
 */
export async function backUpTo(config: Config, file: string | undefined, say: Say): Promise<void> {
  refuseProject(config, 'use its own backups')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const target = resolve(file ?? `academy-backup-${time}.tar.gz`)
  refuseClosedFolder(dirname(target))
  const siteUrl = readRunning(config.dataDirectory)?.siteUrl ?? config.siteUrl
  await backUp(target, { ...placeOf(config, say), siteUrl })
  try {
    await checkBackup(target)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
  say(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB. It holds keys and personal data: keep it closed.`)
  if (config.s3) say('The stored files are in S3 and not in it: back up the bucket too.')
}

/**
 * Puts a backup into an empty data folder and an empty database, brought up to date, then starts on it once.
 * @param options `holdOutgoing` false lets the copy send and publish at once, for who puts an academy back in its own place;
 * otherwise nothing leaves it until somebody decides, also where the restore is interrupted right behind the rows
 */
export async function restoreFrom(
  config: Config,
  file: string | undefined,
  say: Say,
  { holdOutgoing = true }: { holdOutgoing?: boolean } = {},
): Promise<void> {
  refuseProject(config, 'restore into a PostgreSQL, embedded or yours')
  if (!file) throw new Error('usage: npm run db:restore -- <file> [--keep-sending]')
  const { projectDirectory, siteUrl } = config
  const onRows: RowsRestored = async (tx, backup) => {
    const values = ['restored', backup.madeAt, backup.siteUrl, siteUrl]
    await tx.query('select private.hold_outgoing($1, $2, $3, $4)', values)
  }
  await restore(resolve(file), { ...placeOf(config, say), projectDirectory, onRows: holdOutgoing ? onRows : undefined })
  await withBackend(config, async (backend) => {
    const { embedded } = backend
    const text =
      'select (select count(*) from public.courses) as courses, (select count(*) from auth.users) as accounts'
    const count = (await embedded?.database.asOwner((tx) => tx.query<Record<string, string>>(text)))?.rows[0]
    say(`restored into ${config.dataDirectory}: ${count?.courses} courses, ${count?.accounts} accounts`)
    if (config.s3) say('Files in S3: give this copy a bucket of its own before you let anything go.')
    const hold = await readHold(backend, siteUrl)
    if (hold) say(`Nothing leaves this copy: ${holdInWords(hold)}.\nLook and decide: npm run outgoing`)
  })
}

function refuseClosedFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Error(
      `The folder ${folder} ${isGone ? 'is not there' : 'is closed to this user'}. As root: install -d -o USER -m 0700 ${folder}`,
    )
  }
}

const placeOf = ({ dataDirectory, databaseUrl }: Config, log: Say) => ({ dataDirectory, databaseUrl, log })

function refuseProject({ remoteSupabase }: Config, advice: string): void {
  if (remoteSupabase) throw new Error(`SUPABASE_URL is set, so the database is a project's: ${advice}.`)
}

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUp, restore } from 'embedded-supabase'
import type { Config } from '../config.ts'
import { withBackend } from './reach.ts'

type Say = (line: string) => void

/** Writes a backup of the academy, wherever its database is; `file` is named after the time unless told. */
export async function backUpTo(config: Config, file: string | undefined, say: Say): Promise<void> {
  refuseProject(config, 'use its own backups')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const target = resolve(file ?? `academy-backup-${time}.tar.gz`)
  await backUp(target, placeOf(config, say))
  say(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB. It holds keys and personal data: keep it closed.`)
  if (config.s3) say('The stored files are in S3 and not in it: back up the bucket too.')
}

/** Puts a backup into an empty data folder and an empty database, then starts on it once to bring it up to date. */
export async function restoreFrom(config: Config, file: string | undefined, say: Say): Promise<void> {
  refuseProject(config, 'restore into a PostgreSQL, embedded or yours')
  if (!file) throw new Error('usage: npm run db:restore -- <file>')
  await restore(resolve(file), { ...placeOf(config, say), projectDirectory: config.projectDirectory })
  await withBackend(config, async ({ embedded }) => {
    const text =
      'select (select count(*) from public.courses) as courses, (select count(*) from auth.users) as accounts'
    const count = (await embedded?.database.asOwner((tx) => tx.query<Record<string, string>>(text)))?.rows[0]
    say(`restored into ${config.dataDirectory}: ${count?.courses} courses, ${count?.accounts} accounts`)
  })
}

const placeOf = ({ dataDirectory, databaseUrl }: Config, log: Say) => ({ dataDirectory, databaseUrl, log })

function refuseProject({ remoteSupabase }: Config, advice: string): void {
  if (remoteSupabase) throw new Error(`SUPABASE_URL is set, so the database is a project's: ${advice}.`)
}

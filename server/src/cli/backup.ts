import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUp, restore } from 'embedded-supabase'
import type { Config } from '../config.ts'
import { withBackend } from './reach.ts'

/** Writes a backup of the data folder; `file` is named after the time unless told. */
export async function backUpTo(config: Config, file: string | undefined, say: (line: string) => void): Promise<void> {
  refuseElsewhere(config, 'use its own tools, such as pg_dump')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const target = resolve(file ?? `academy-backup-${time}.tar.gz`)
  await backUp(config.dataDirectory, target, say)
  say(`${target}: ${(statSync(target).size / 1e6).toFixed(1)} MB. It holds keys and personal data: keep it closed.`)
  if (config.s3) say('The stored files are in S3 and not in it: back up the bucket too.')
}

/** Puts a backup into an empty data folder, then starts on it once to see that it is whole. */
export async function restoreFrom(config: Config, file: string | undefined, say: (line: string) => void) {
  refuseElsewhere(config, 'use its own tools, such as pg_restore')
  if (!file) throw new Error('usage: npm run db:restore -- <file>')
  await restore(resolve(file), config.dataDirectory, say)
  await withBackend(config, async ({ embedded }) => {
    const text =
      'select (select count(*) from public.courses) as courses, (select count(*) from auth.users) as accounts'
    const count = (await embedded?.database.asOwner((tx) => tx.query<Record<string, string>>(text)))?.rows[0]
    say(`restored into ${config.dataDirectory}: ${count?.courses} courses, ${count?.accounts} accounts`)
  })
}

function refuseElsewhere({ databaseUrl, remoteSupabase }: Config, advice: string): void {
  const name = databaseUrl ? 'DATABASE_URL' : remoteSupabase ? 'SUPABASE_URL' : undefined
  if (name) throw new Error(`${name} is set, so the database is not in the data folder: ${advice}.`)
}

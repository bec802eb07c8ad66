import { existsSync, readdirSync } from 'node:fs'
import { deleteData, eraseDatabase } from 'embedded-supabase'
import type { Config } from '../config.ts'

const CONFIRMED = '--yes-erase='

/**
 * Deletes all data of an academy: in the data folder and, with DATABASE_URL, in that database. Backups and files of a home
 * that lie in the folder stay, and are named.
 */
export async function reset(config: Config, args: string[], say: (line: string) => void): Promise<void> {
  const { dataDirectory, databaseUrl } = config
  if (config.remoteSupabase) throw new Error("SUPABASE_URL is set, so the database is a project's: reset it there.")
  if (databaseUrl) {
    const confirmed = args.find((word) => word.startsWith(CONFIRMED))?.slice(CONFIRMED.length)
    await eraseDatabase({ databaseUrl, dataDirectory, confirmed, log: say })
    say(`erased the database ${confirmed} and deleted ${dataDirectory}`)
  } else {
    if (!args.includes('--yes')) throw new Error(`this deletes ${dataDirectory}: say it with --yes`)
    await deleteData(dataDirectory)
    say(`deleted ${dataDirectory}`)
  }
  const left = existsSync(dataDirectory) ? readdirSync(dataDirectory) : []
  if (left.length > 0) say(`still in ${dataDirectory}: ${left.join(', ')}`)
  if (config.s3) say('The stored files are in S3 and still there: empty the bucket too.')
}

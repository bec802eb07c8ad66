import { deleteData, eraseDatabase } from 'embedded-supabase'
import type { Config } from '../config.ts'

const CONFIRMED = '--yes-erase='

/** Deletes everything of an academy: the data folder and, with DATABASE_URL, what is in that database. */
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
  if (config.s3) say('The stored files are in S3 and still there: empty the bucket too.')
}

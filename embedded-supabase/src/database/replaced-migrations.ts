import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

/** Lies beside a folder of migrations. */
const FILE = 'replaced-migrations.json.gz'
const schema = z.object({ baseline: z.string(), files: z.record(z.string(), z.string()) })

/** The file of a folder that has taken the place of others, and their names and texts in the order of their names. */
export type Replaced = { baseline: string; files: Map<string, string> }

/**
 * Reads what a baseline has replaced: a database that began with those files takes what it lacks of them, and is then
 * where the baseline leads (decision 0161).
 * @throws when the list is not of that form
 */
export function replacedMigrations(folder: string): Replaced | undefined {
  const file = join(dirname(folder), FILE)
  if (!existsSync(file)) return undefined
  const { baseline, files } = schema.parse(JSON.parse(gunzipSync(readFileSync(file)).toString()))
  return { baseline, files: new Map(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

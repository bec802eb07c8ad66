import type { Database } from '../../database/index.ts'
import type { PartsFolder } from './parts-folder.ts'
import { deleteUpload, expiredUploads } from './rows.ts'
import type { Running } from './running.ts'

const BATCH = 500
/** No upload is older, so no file that was last written before that belongs to one. */
const LIFE_MS = 24 * 3_600_000

/** Ends uploads whose day is over, but for those that are being sent, and deletes files that belong to none. */
export async function sweepUploads(database: Database, parts: PartsFolder, running: Running): Promise<void> {
  for (const id of await expiredUploads(database, BATCH)) {
    if (running.has(id)) continue
    await parts.remove(id)
    await deleteUpload(database, id)
  }
  await parts.sweep(new Date(Date.now() - LIFE_MS), running.has)
}

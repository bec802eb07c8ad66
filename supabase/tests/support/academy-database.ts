import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, migrate, openDatabase } from '../../../embedded-supabase/src/database/index.ts'

/** The real migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** A PostgreSQL of its own with the real migrations, in a temporary folder; everything is gone after `close`. */
export async function openAcademyDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-database-'))
  chmodSync(folder, 0o711)
  const database = await openDatabase({ dataDirectory: folder })
  try {
    await migrate(database, { set: 'project', folder: MIGRATIONS })
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

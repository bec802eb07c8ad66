import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Database,
  migrate,
  openDatabase,
  type Transaction,
} from '../../../embedded-supabase/src/database/index.ts'
import { prepareDataFolder } from '../../../embedded-supabase/test/support/data-templates.ts'
import { MIGRATIONS, PROJECT } from './project.ts'

/** What a test prepares as the owner takes as long as it takes, as what callers do there does by their roles. */
async function withTime<Result>(tx: Transaction, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  await tx.query('set local statement_timeout = 0')
  return run(tx)
}

/**
 * A PostgreSQL of its own with the real migrations, in a temporary folder; everything is gone after `close`.
 * @param options `durable` when the test kills it and what was committed must be there afterwards
 */
export async function openAcademyDatabase({ durable = false } = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-database-'))
  chmodSync(folder, 0o711)
  prepareDataFolder(folder, PROJECT)
  const database = await openDatabase({ dataDirectory: folder, durable })
  try {
    await migrate(database, { set: 'project', folder: MIGRATIONS })
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...database,
    asOwner: (run) => database.asOwner((tx) => withTime(tx, run)),
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

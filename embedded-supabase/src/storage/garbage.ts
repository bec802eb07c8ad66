import type { Database } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import type { FileStore } from './file-store.ts'

const BATCH = 500
/** Older than any upload can take, so that no file is taken away from under one. */
const ORPHAN_AGE_MS = 24 * 3_600_000
/** A start has better things to do first. */
const FIRST_SWEEP_MS = 10_000
const SWEEP_EVERY_MS = 3_600_000

export type Garbage = {
  /** Deletes the files that were freed by rows deleted or replaced so far. Never fails: the next call goes on. */
  collect(): Promise<void>
}

/**
 * Deletes files that no row names. A trigger writes freed files down in the transaction that frees them; files of uploads
 * that died before their row was written are found by a sweep, soon after the start and every hour, which also ends uploads in parts whose
 * time is over; none begins once the server is closing.
 */
export function createGarbage(
  database: Database,
  files: FileStore,
  sweepUploads: () => Promise<void>,
  log: (entry: LogEntry) => void,
  closing: AbortSignal,
): Garbage {
  async function collect(): Promise<void> {
    await tolerate(async () => {
      while ((await collectBatch(database, files)) === BATCH);
    })
  }

  async function sweep(): Promise<void> {
    await collect()
    await tolerate(sweepUploads)
    await tolerate(async () => {
      const batch: string[] = []
      for await (const id of files.list(new Date(Date.now() - ORPHAN_AGE_MS))) {
        batch.push(id)
        if (batch.length === BATCH) await removeOrphans(database, files, batch.splice(0))
      }
      await removeOrphans(database, files, batch)
    })
  }

  async function tolerate(run: () => Promise<void>): Promise<void> {
    await run().catch((error: unknown) =>
      log({ level: 'warn', part: 'storage', message: 'files not tidied', error: String(error) }),
    )
  }

  const timers = [setTimeout(sweep, FIRST_SWEEP_MS).unref(), setInterval(sweep, SWEEP_EVERY_MS).unref()]
  closing.addEventListener('abort', () => timers.forEach(clearTimeout), { once: true })
  return { collect }
}

/** Files first, then the note of them: when the transaction fails, the next one deletes what is already gone. */
async function collectBatch(database: Database, files: FileStore): Promise<number> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ version: string }>(
      `delete from storage.freed_files where version in
         (select version from storage.freed_files limit $1 for update skip locked) returning version`,
      [BATCH],
    )
    for (const { version } of rows) await files.remove(version)
    return rows.length
  })
}

/** Deletes those of the files that no object names. */
export async function removeOrphans(database: Database, files: FileStore, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ version: string }>('select version from storage.objects where version = any($1)', [ids]),
  )
  const named = new Set(rows.map(({ version }) => version))
  for (const id of ids) if (!named.has(id)) await files.remove(id)
}

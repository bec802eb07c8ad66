import { type Database, FILES_LOCK, type Transaction } from '../database/index.ts'
import type { LogEntry } from '../options.ts'
import type { FileStore } from './file-store.ts'

const BATCH = 500
const REMOVED_AT_ONCE = 8
/** What another process forgets at this moment is left to it. */
const FORGET = `delete from storage.freed_files where version in
  (select version from storage.freed_files where version = any($1) for update skip locked)`
/** Older than any upload can take, so that no file is taken away from under one. */
const ORPHAN_AGE_MS = 24 * 3_600_000
/** A start has better things to do first. */
const FIRST_SWEEP_MS = 10_000
const SWEEP_EVERY_MS = 3_600_000

export type Garbage = {
  /**
   * Deletes the files that were freed by rows deleted or replaced so far, none while a backup copies. Never fails: the
   * next call goes on.
   */
  collect(): Promise<void>
}

/**
 * Deletes files that no row names. A trigger writes freed files down in the transaction that frees them; files of uploads
 * that died before their row was written are found by a sweep, soon after the start and every hour, which also ends uploads in parts whose
 * time is over; none begins once the server is closing.
 * @param heldWhen a condition of SQL under which nothing is deleted
 */
export function createGarbage(
  database: Database,
  files: FileStore,
  sweepUploads: () => Promise<void>,
  log: (entry: LogEntry) => void,
  closing: AbortSignal,
  heldWhen?: string,
): Garbage {
  let running = Promise.resolve()
  let next: Promise<void> | undefined

  /** One at a time; who comes while one runs shares the one behind it. */
  function collect(): Promise<void> {
    next ??= running.then(() => {
      next = undefined
      running = tolerate(async () => {
        while ((await collectBatch(database, files, heldWhen)) === BATCH);
      })
      return running
    })
    return next
  }

  async function sweep(): Promise<void> {
    await collect()
    await tolerate(sweepUploads)
    await tolerate(async () => {
      const batch: string[] = []
      for await (const id of files.list(new Date(Date.now() - ORPHAN_AGE_MS))) {
        batch.push(id)
        if (batch.length === BATCH) await removeOrphans(database, files, batch.splice(0), heldWhen)
      }
      await removeOrphans(database, files, batch, heldWhen)
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

/**
 * Files first, then the notes of them: what fails is noted still, and what is gone already is no error. No transaction
 * is open meanwhile, for removing may take long.
 */
async function collectBatch(database: Database, files: FileStore, heldWhen?: string): Promise<number> {
  const noted = await unlessKept(database, heldWhen, (tx) =>
    tx.query<{ version: string }>('select version from storage.freed_files limit $1', [BATCH]),
  )
  const versions = noted?.rows.map(({ version }) => version) ?? []
  const gone: string[] = []
  try {
    await removeAll(files, versions, (version) => gone.push(version))
  } finally {
    if (gone.length > 0) await database.asOwner((tx) => tx.query(FORGET, [gone]))
  }
  return versions.length
}

/** Deletes those of the files that no object names, none while a backup copies or deleting is held. */
export async function removeOrphans(
  database: Database,
  files: FileStore,
  ids: string[],
  heldWhen?: string,
): Promise<void> {
  if (ids.length === 0) return
  const named = await unlessKept(database, heldWhen, (tx) =>
    tx.query<{ version: string }>('select version from storage.objects where version = any($1)', [ids]),
  )
  if (!named) return
  const kept = new Set(named.rows.map(({ version }) => version))
  await removeAll(
    files,
    ids.filter((id) => !kept.has(id)),
  )
}

/**
 * Reads which files may go; undefined while deleting is held, and while a backup copies, whose picture may name them. One
 * that begins later has a picture in which they are not named any more.
 */
async function unlessKept<T>(
  database: Database,
  heldWhen = 'false',
  read: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return database.asOwner(async (tx) => {
    // Others who read which files may go are waited for; the lock of a backup is not.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('stored files that may go', 0))`)
    const { rows } = await tx.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock(${FILES_LOCK}) and not (${heldWhen}) as free`,
    )
    return rows[0]?.free ? read(tx) : undefined
  })
}

/** A few at once; after one that fails no other is begun. @throws what that one threw */
async function removeAll(files: FileStore, ids: string[], onGone?: (id: string) => void): Promise<void> {
  const left = ids.values()
  let hasFailed = false
  const remove = async () => {
    for (const id of left) {
      if (hasFailed) return
      await files.remove(id)
      onGone?.(id)
    }
  }
  const workers = Array.from({ length: REMOVED_AT_ONCE }, () =>
    remove().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  const failure = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

import type { Database } from '../../database/index.ts'
import { schemaErrors } from '../errors.ts'
import { loadSchema } from './load.ts'
import type { SchemaCache } from './types.ts'

/** Notifications that come this close together cause one reload. */
const COALESCE_MS = 50
/** After a failure it is tried again, each time later, as nobody may ever notify again. */
const RETRY_MS = { first: 1_000, longest: 32_000 }
const CHANNEL = 'pgrst'

export type SchemaCacheSource = {
  /** The schema as last read. @throws PGRST002 while it has never been read. */
  get(): SchemaCache | Promise<SchemaCache>
  /** Reads it again; those that ask while a reload is under way share the one that follows it. */
  reload(): Promise<SchemaCache>
  /** Whether requests can be answered: it was read once, however old that is. */
  isLoaded(): boolean
  /** The database is about to be closed: what a reading meets from now on is told nobody, and none is tried again. */
  close(): void
}

/**
 * Keeps what requests may name, read again on `notify pgrst`. What was read last stays in use while reading fails.
 * @param onError hears of every failure, and whether there is an older schema to go on with.
 */
export function watchSchema(
  database: Database,
  schemas: string[],
  extraSearchPath: string[],
  onError: (error: unknown, hasOlder: boolean) => void,
): SchemaCacheSource {
  let current: SchemaCache | undefined
  let running: Promise<SchemaCache> | undefined
  let next: Promise<SchemaCache> | undefined
  let version = 0
  let scheduled = false
  let failures = 0
  let closed = false

  function failed(error: unknown): void {
    if (closed) return
    onError(error, current !== undefined)
    retryLater()
  }

  function retryLater(): void {
    const wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.longest)
    failures += 1
    const seen = version
    setTimeout(() => {
      if (version === seen && !closed) reload().catch(() => undefined)
    }, wait).unref()
  }

  async function load(): Promise<SchemaCache> {
    version += 1
    try {
      current = await database.asOwner((tx) => loadSchema(tx, schemas, extraSearchPath, version))
      failures = 0
      return current
    } catch (error) {
      failed(error)
      throw schemaErrors.notLoaded()
    } finally {
      running = undefined
    }
  }

  function reload(): Promise<SchemaCache> {
    if (!running) {
      running = load()
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        running = load()
        return running
      })
    return next
  }

  database
    .listen(CHANNEL, () => {
      if (scheduled) return
      scheduled = true
      setTimeout(() => {
        scheduled = false
        reload().catch(() => undefined)
      }, COALESCE_MS).unref()
    })
    .catch((error) => closed || onError(error, current !== undefined))

  return {
    get: () => current ?? running ?? reload(),
    reload,
    isLoaded: () => current !== undefined,
    close: () => {
      closed = true
    },
  }
}

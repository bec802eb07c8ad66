import type { Database } from '../../database/index.ts'
import { schemaErrors } from '../errors.ts'
import { loadSchema } from './load.ts'
import type { SchemaCache } from './types.ts'

/** Notifications that come this close together cause one reload. */
const COALESCE_MS = 50
const CHANNEL = 'pgrst'

export type SchemaCacheSource = {
  /** The schema as last read. @throws PGRST002 while it has never been read. */
  get(): SchemaCache | Promise<SchemaCache>
  /** Reads it again; those that ask while a reload is under way share the one that follows it. */
  reload(): Promise<SchemaCache>
}

/** Keeps what requests may name, read again on `notify pgrst`. */
export function watchSchema(
  database: Database,
  schemas: string[],
  extraSearchPath: string[],
  onError: (error: unknown) => void,
): SchemaCacheSource {
  let current: SchemaCache | undefined
  let running: Promise<SchemaCache> | undefined
  let next: Promise<SchemaCache> | undefined
  let version = 0
  let scheduled = false

  async function load(): Promise<SchemaCache> {
    version += 1
    try {
      current = await database.asOwner((tx) => loadSchema(tx, schemas, extraSearchPath, version))
      return current
    } catch (error) {
      onError(error)
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
    .catch(onError)

  return { get: () => current ?? running ?? reload(), reload }
}

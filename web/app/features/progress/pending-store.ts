import type { PendingProgress } from '~/domain/pending-progress'

/** A pending save as it is kept; `revision` tells whether it changed while it was under way. */
export type StoredProgress = PendingProgress & { key: string; revision: string }

/** Where pending saves outlive the page. Every change is atomic, also between tabs. */
export type PendingStore = {
  all(): Promise<StoredProgress[]>
  /** Replaces the entry of a key by what `change` makes of it; undefined removes it. */
  change(key: string, change: (old: StoredProgress | undefined) => StoredProgress | undefined): Promise<void>
}

/** A store that lasts as long as the page, for browsers that keep nothing. */
export function createMemoryStore(): PendingStore {
  const entries = new Map<string, StoredProgress>()
  return {
    all: async () => [...entries.values()],
    async change(key, change) {
      const next = change(entries.get(key))
      if (next) entries.set(key, next)
      else entries.delete(key)
    },
  }
}

/** The browser's store, shared by its tabs; falls back to the page's memory where IndexedDB is closed to us. */
export async function openBrowserStore(): Promise<PendingStore> {
  try {
    const { openDB } = await import('idb')
    const database = await openDB('academy-progress', 1, {
      upgrade: (created) => {
        created.createObjectStore('pending', { keyPath: 'key' })
      },
    })
    return {
      all: () => database.getAll('pending'),
      async change(key, change) {
        const transaction = database.transaction('pending', 'readwrite')
        const next = change(await transaction.store.get(key))
        if (next) await transaction.store.put(next)
        else await transaction.store.delete(key)
        await transaction.done
      },
    }
  } catch {
    return createMemoryStore()
  }
}

/** Things of one kind that outlive the page, by key. Every change is atomic, also between tabs. */
export type BrowserStore<Entry extends { key: string }> = {
  all(): Promise<Entry[]>
  /** Replaces the entry of a key by what `change` makes of it; undefined removes it. */
  change(key: string, change: (old: Entry | undefined) => Entry | undefined): Promise<void>
}

/** A store that lasts as long as the page, for browsers that keep nothing. */
export function createMemoryStore<Entry extends { key: string }>(): BrowserStore<Entry> {
  const entries = new Map<string, Entry>()
  return {
    all: async () => [...entries.values()],
    async change(key, change) {
      const next = change(entries.get(key))
      if (next) entries.set(key, next)
      else entries.delete(key)
    },
  }
}

/** A database of the browser with one table, shared by its tabs; the page's memory where IndexedDB is closed to us. */
export async function openBrowserStore<Entry extends { key: string }>(name: string): Promise<BrowserStore<Entry>> {
  try {
    const { openDB } = await import('idb')
    const database = await openDB<{ pending: { key: string; value: Entry } }>(name, 1, {
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

import type { StoredEntry } from '~/shared/outbox/entry-store'
import {
  type BrowserStore,
  openBrowserStore as openStore,
  createMemoryStore as storeInMemory,
} from '~/shared/storage/browser-store'
import type { PendingProgress } from './pending-progress.rules'

/** Where pending saves outlive the page. */
export type PendingStore = BrowserStore<StoredEntry<PendingProgress>>

/** A store that lasts as long as the page, for browsers that keep nothing. */
export const createMemoryPendingStore = (): PendingStore => storeInMemory()

/** The browser's store of progress, shared by its tabs. */
export const openPendingStore = (): Promise<PendingStore> => openStore('academy-progress')

import {
  type BrowserStore,
  openBrowserStore as openStore,
  createMemoryStore as storeInMemory,
} from '~/shared/storage/browser-store'
import type { PendingProgress } from './pending-progress.rules'

/** A pending save as it is kept; `revision` tells whether it changed while it was under way. */
export type StoredProgress = PendingProgress & { key: string; revision: string }

/** Where pending saves outlive the page. */
export type PendingStore = BrowserStore<StoredProgress>

/** A store that lasts as long as the page, for browsers that keep nothing. */
export const createMemoryPendingStore = (): PendingStore => storeInMemory()

/** The browser's store of progress, shared by its tabs. */
export const openPendingStore = (): Promise<PendingStore> => openStore('academy-progress')

import { currentAccessToken } from '~/shared/client/access-token'
import { tokenOwner } from '~/shared/client/token-owner'
import { openPendingStore } from './pending-store'
import { createProgressQueue, type ProgressQueue } from './progress-queue'
import { saveProgress, saveProgressOnHide } from './progress-saves.calls'

let queue: ProgressQueue | undefined

/** The page's one queue of unsaved progress. Browser only. */
export function browserQueue(): ProgressQueue {
  queue ??= createProgressQueue({
    store: openPendingStore(),
    save: saveProgress,
    saveOnHide: saveProgressOnHide,
    accessToken: currentAccessToken,
    ownerOf: tokenOwner,
    isOnline: () => navigator.onLine,
    onLost: (lessonId) => warn(`Progress of lesson ${lessonId} was refused for good`),
  })
  return queue
}

/** Failed saves are logged and not shown [8-38]; a missing course too [5-21]. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for it
  console.warn(message)
}

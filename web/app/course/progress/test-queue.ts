import { vi } from 'vitest'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import type { PendingProgress, ProgressUpdate } from './pending-progress.rules'
import { createMemoryPendingStore, type PendingStore } from './pending-store'
import { createProgressQueue } from './progress-queue'

/** Ten seconds and more of a lesson that wait to be saved. */
export const waitingProgress = (lessonId: string, end: number, userId = 'u'): PendingProgress => ({
  userId,
  lessonId,
  courseId: 'c',
  durationSeconds: 100,
  state: { ranges: [[0, end]], watchedUntil: end, completed: false, position: end, lastWatched: 1_000 + end },
})

/** A queue of a page, whose server and browser do what the test says. */
export function setUpQueue(store: PendingStore = createMemoryPendingStore()) {
  const sent: ProgressUpdate[][] = []
  const server = {
    answer: (_: readonly ProgressUpdate[]): SendOutcome | Promise<SendOutcome> => 'saved',
    online: true,
    hidden: true,
    token: 'u' as string | null,
  }
  const onLost = vi.fn()
  const hiddenSends: (readonly ProgressUpdate[])[] = []
  const queue = createProgressQueue({
    store: Promise.resolve(store),
    save: async (updates) => {
      sent.push([...updates])
      return server.answer(updates)
    },
    saveOnHide: async (updates) => {
      hiddenSends.push(updates)
      return server.hidden
    },
    accessToken: async () => server.token,
    ownerOf: (token) => token,
    isOnline: () => server.online,
    onLost,
  })
  return { queue, store, sent, server, onLost, hiddenSends }
}

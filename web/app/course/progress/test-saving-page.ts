import { vi } from 'vitest'
import { createMemoryPendingStore } from './pending-store'
import { createProgressQueue } from './progress-queue'
import { saveProgress } from './progress-saves.calls'

/** A page of a person that saves over the browser's client, as the product does; nothing of it outlives the test. */
export function openSavingPage(userId: string, courseId: string) {
  const store = createMemoryPendingStore()
  const onLost = vi.fn()
  const queue = createProgressQueue({
    store: Promise.resolve(store),
    save: saveProgress,
    saveOnHide: async () => false,
    accessToken: async () => 'token',
    ownerOf: () => userId,
    isOnline: () => true,
    onLost,
  })
  return {
    queue,
    store,
    onLost,
    /** Watches a lesson of 100 s from its start to a second. */
    watch: (lessonId: string, end: number) =>
      queue.add({
        ...{ userId, courseId, lessonId, durationSeconds: 100 },
        state: { ranges: [[0, end]], watchedUntil: end, completed: false, position: end, lastWatched: Date.now() },
      }),
  }
}

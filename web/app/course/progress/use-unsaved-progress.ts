import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withinTime } from '~/shared/client/deadline'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { browserQueue } from './browser-queue'

/**
 * Saves what a page of this browser that was just left, or died, could not save any more, and tells that there was
 * something: what was read of the server meanwhile may be older.
 */
export function useUnsavedProgress(userId: string | undefined, onSaved: () => void): void {
  useEffect(() => {
    if (userId === undefined) return
    let isHere = true
    const queue = browserQueue()
    void queue.hasUnsaved(userId).then(async (some) => {
      if (!some) return
      await queue.flush(userId)
      if (isHere) onSaved()
    })
    return () => {
      isHere = false
    }
  }, [userId, onSaved])
}

/**
 * What this browser still has to save of the lessons of a course: the save of a page that was left a moment ago may
 * reach the server after the next page has asked it.
 */
export function useUnsavedLessons(userId: string | undefined, courseId: string) {
  return useQuery({
    queryKey: ['unsaved-progress', userId, courseId],
    queryFn: async () => {
      const pending = await withinTime(SAVE_TIMEOUT, () => browserQueue().pendingOfCourse(userId ?? '', courseId))
      return pending.map(({ lessonId, state: { completed, lastWatched } }) => ({
        lessonId,
        completed,
        lastWatched: new Date(lastWatched).toISOString(),
      }))
    },
    enabled: userId !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
}

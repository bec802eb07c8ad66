import { useEffect } from 'react'
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

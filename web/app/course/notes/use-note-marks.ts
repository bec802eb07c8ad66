import { useMemo, useSyncExternalStore } from 'react'
import { browserNoteQueue } from './browser-note-queue'
import { useSavedNotes } from './notes.calls'
import { shownNotes } from './notes.rules'

/** The seconds of a lesson at which the person has notes, saved ones and those on their way. */
export function useNoteMarks(userId: string, lessonId: string): readonly number[] {
  const queue = browserNoteQueue()
  const { data } = useSavedNotes(userId, lessonId)
  const pending = useSyncExternalStore(queue.subscribe, queue.getPending)
  return useMemo(() => {
    const own = pending.filter((change) => change.userId === userId)
    return [...new Set(shownNotes(data ?? [], own, lessonId).map(({ positionSeconds }) => positionSeconds))]
  }, [data, pending, userId, lessonId])
}

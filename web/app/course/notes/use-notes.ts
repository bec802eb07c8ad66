import { useEffect, useSyncExternalStore } from 'react'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { randomId } from '~/shared/browser/random-id'
import { serverClock } from '~/shared/client/server-clock'
import { browserNoteQueue } from './browser-note-queue'
import { useSavedNotes } from './notes.calls'
import { cleanNote, type LessonNote, type PendingNote, type ShownNote, shownNotes, writtenAt } from './notes.rules'

export type Notes = {
  notes: readonly ShownNote[]
  /** Of the saved ones; what is written here is listed whatever becomes of them. */
  loading: 'loading' | 'offline' | 'failed' | 'done'
  reload: () => void
  /** Changes that the server has not taken yet. */
  waiting: number
  /** The promise settles when the note is kept in the browser. */
  write: (note: Pick<LessonNote, 'positionSeconds' | 'body'> & { id?: string }) => Promise<void>
  remove: (note: LessonNote) => void
}

/** The person's notes of a lesson, saved ones and those on their way; looks after sending them while it is mounted. */
export function useNotes(userId: string, { id: lessonId, courseId }: Pick<Lesson, 'id' | 'courseId'>): Notes {
  const queue = browserNoteQueue()
  const saved = useSavedNotes(userId, lessonId)
  const pending = useSyncExternalStore(queue.subscribe, queue.getPending).filter((change) => change.userId === userId)

  useEffect(() => {
    void queue.resume(userId)
    const flush = () => void queue.flush(userId)
    const whenSeen = () => document.visibilityState === 'visible' && flush()
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [queue, userId])

  const change = (kind: PendingNote['kind'], note: Pick<LessonNote, 'id' | 'positionSeconds' | 'body'>) => {
    const updatedAt = writtenAt(note.id, [...(saved.data ?? []), ...pending], serverClock.now() ?? Date.now())
    return queue.add({ ...note, kind, userId, lessonId, courseId, updatedAt })
  }

  return {
    notes: shownNotes(saved.data ?? [], pending, lessonId),
    loading: saved.data ? 'done' : saved.isError ? 'failed' : saved.fetchStatus === 'paused' ? 'offline' : 'loading',
    reload: () => void saved.refetch(),
    waiting: pending.filter((one) => one.lessonId === lessonId && !one.refused).length,
    write: ({ id = randomId(), positionSeconds, body }) =>
      change('put', { id, positionSeconds, body: cleanNote(body) }),
    remove: ({ id, positionSeconds, body }) => void change('delete', { id, positionSeconds, body }),
  }
}

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from '~/session/student/session-store'
import { browserQueue, warn } from './browser-queue'
import { resumePosition } from './progress.rules'
import { joinStates, type LessonProgress } from './progress-merge.rules'
import { createRecorder, type WatchedPlayer } from './recorder'
import type { Loadable, SavedProgress } from './user-progress.calls'
import type { KnownProgress, RecorderState, WatchedLesson } from './watching.rules'

const RETRY_LOADING_MS = 10_000

export type LessonRecorder = {
  /** Where to begin, in seconds; null until it is known. */
  startAt: number | null
  state: RecorderState
  /** Starts over from what the server holds after the completion was set or taken back by hand. */
  reset: (known: SavedProgress | null) => void
  /** Saves what was watched up to now, before a completion is changed by hand or the course is started over. */
  save: () => Promise<void>
  /** Drops what this browser keeps of the whole course, after it was started over. */
  forgetCourse: () => Promise<void>
}

/**
 * Records what is watched of a lesson in `player` and saves it: every 30 s, on pause, seek and end, when the page is
 * hidden or closed and when the lesson is left [9-35].
 */
export function useRecorder(
  lesson: WatchedLesson,
  saved: Loadable<SavedProgress | null>,
  player: WatchedPlayer | null,
  onSaved: () => void,
): LessonRecorder {
  const { userId, lessonId, courseId, durationSeconds } = lesson
  const queue = browserQueue()
  const recorder = useMemo(
    () => createRecorder({ userId, lessonId, courseId, durationSeconds }, queue, warn),
    [userId, lessonId, courseId, durationSeconds, queue],
  )
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState)
  const [startAt, setStartAt] = useState<number | null>(null)
  const { isLoading, error, data, refetch } = saved

  useEffect(() => {
    if (isLoading) return
    if (error) {
      setStartAt((known) => known ?? 0)
      const again = setInterval(refetch, RETRY_LOADING_MS)
      return () => clearInterval(again)
    }
    let wanted = true
    void queue.pendingOf(userId, lessonId).then((pending) => {
      if (!wanted) return
      const known = knownOf(data, pending?.state, durationSeconds)
      const begin = resumePosition(known.positionSeconds, durationSeconds)
      recorder.hydrate({ ...known, positionSeconds: begin })
      setStartAt((already) => already ?? begin)
    })
    return () => {
      wanted = false
    }
  }, [isLoading, error, data, refetch, queue, recorder, userId, lessonId, durationSeconds])

  useEffect(() => (player ? recorder.attach(player) : undefined), [player, recorder])

  useEffect(() => {
    void queue.prepare()
    void queue.flush(userId)
    const flush = () => void queue.flush(userId)
    const flushWhenBack = onSessionChange(() => {
      const session = getSession()
      if (session.status === 'student' && session.userId === userId && !session.lapsed) flush()
    })
    const onVisibility = () => (document.visibilityState === 'hidden' ? recorder.hide() : flush())
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', recorder.hide)
    window.addEventListener('online', flush)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', recorder.hide)
      window.removeEventListener('online', flush)
      flushWhenBack()
      void queue.flush(userId).then(onSaved)
    }
  }, [queue, recorder, userId, onSaved])

  const forget = useCallback(() => queue.forget(userId, lessonId), [queue, userId, lessonId])
  const reset = useCallback(
    (known: SavedProgress | null) => {
      void forget()
      recorder.reset(knownOf(known, undefined, 0))
    },
    [recorder, forget],
  )
  const forgetCourse = useCallback(async () => {
    if (courseId) await queue.forgetCourse(userId, courseId)
  }, [queue, userId, courseId])
  return { startAt, state, reset, save: recorder.save, forgetCourse }
}

function knownOf(
  saved: SavedProgress | null,
  pending: LessonProgress | undefined,
  durationSeconds: number,
): KnownProgress {
  const server: LessonProgress = {
    ranges: saved?.watchedRanges ?? [],
    watchedUntil: saved?.watchedUntil ?? 0,
    completed: saved?.completed ?? false,
    position: saved?.positionSeconds ?? 0,
    lastWatched: saved?.lastWatched ? Date.parse(saved.lastWatched) : Number.NEGATIVE_INFINITY,
  }
  const known = pending ? joinStates(server, pending, durationSeconds) : server
  return { positionSeconds: known.position, ranges: known.ranges, completed: known.completed }
}

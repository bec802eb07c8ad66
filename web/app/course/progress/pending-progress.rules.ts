import { watchPercent } from './progress.rules'
import { joinStates, type LessonProgress } from './progress-merge.rules'
import { formatRanges, measureRanges } from './watched-ranges.rules'

/** What is still to be saved of one person in one lesson. */
export type PendingProgress = {
  userId: string
  lessonId: string
  courseId: string
  durationSeconds: number
  state: LessonProgress
}

/** A row of user_progress as it is saved [7-17]. */
export type ProgressUpdate = {
  user_id: string
  lesson_id: string
  course_id: string
  progress_seconds: number
  watched_until: number
  watch_progress: number
  completed: boolean
  last_watched: string
  updated_at: string
  watched_ranges: string
  /** What was watched when, by the server's clock; without it `updated_at` tells how wrong the device's clock is. */
  watched_pieces?: [start: number, end: number, at: number][]
}

/** Joins two pending saves of the same person and lesson. */
export function joinPending(older: PendingProgress | undefined, newer: PendingProgress): PendingProgress {
  return older ? { ...newer, state: joinStates(older.state, newer.state, newer.durationSeconds) } : newer
}

/** The row to send, stamped with the time of sending by the clock of this device (ms since 1970). */
export function toProgressUpdate({ state, ...pending }: PendingProgress, now: number): ProgressUpdate {
  return {
    user_id: pending.userId,
    lesson_id: pending.lessonId,
    course_id: pending.courseId,
    progress_seconds: toHundredths(state.position),
    watched_until: toHundredths(state.watchedUntil),
    watch_progress: watchPercent(measureRanges(state.ranges), pending.durationSeconds),
    completed: state.completed,
    last_watched: new Date(state.lastWatched).toISOString(),
    updated_at: new Date(now).toISOString(),
    watched_ranges: formatRanges(state.ranges),
    ...(state.pieces ? { watched_pieces: state.pieces.map((piece) => [...piece]) } : {}),
  }
}

const toHundredths = (seconds: number) => Math.round(seconds * 100) / 100

import { LESSON_COMPLETE_AT, PROGRESS_MINIMUM_CHANGE_SECONDS, PROGRESS_SAVE_DEBOUNCE } from '~/config/constants'
import { measureRanges, type WatchedRanges } from './watched-ranges'

/** What counts for a course, of one progress row of one lesson. */
export type CourseProgressRow = { completed: boolean; watchedSeconds: number; lastWatched: string | null }

/** The course as the person stands in it [3-18], with the total of watched seconds. */
export type CourseProgress = {
  totalLessons: number
  completedLessons: number
  progressPercentage: number
  lastWatched: string | null
  isStarted: boolean
  isCompleted: boolean
  watchedSeconds: number
}

/** Whether enough different seconds were watched [9-38]; a lesson without a duration never completes by itself. */
export function isLessonComplete(ranges: WatchedRanges, durationSeconds: number): boolean {
  return durationSeconds > 0 && measureRanges(ranges) >= durationSeconds * LESSON_COMPLETE_AT
}

/** Share of a lesson that was watched, 0 to 100, with two decimals. */
export function watchPercent(watchedSeconds: number, durationSeconds: number): number {
  return durationSeconds > 0 ? Math.min(100, Math.round((10_000 * watchedSeconds) / durationSeconds) / 100) : 0
}

/** Percent of a course [9-39]: watched seconds over the durations of its published lessons, a whole number up to 100. */
export function coursePercent(watchedSeconds: number, publishedSeconds: number): number {
  return Math.min(100, Math.round((100 * watchedSeconds) / Math.max(1, publishedSeconds)))
}

/**
 * Derives a course's progress [3-18] from the person's rows of its published lessons and from those lessons' durations.
 * Started with any row, completed at 100 percent [4-51].
 */
export function courseProgress(rows: readonly CourseProgressRow[], durations: readonly number[]): CourseProgress {
  const watchedSeconds = rows.reduce((sum, row) => sum + row.watchedSeconds, 0)
  const progressPercentage = coursePercent(
    watchedSeconds,
    durations.reduce((sum, seconds) => sum + seconds, 0),
  )
  return {
    totalLessons: durations.length,
    completedLessons: rows.filter((row) => row.completed).length,
    progressPercentage,
    lastWatched: latest(rows.map((row) => row.lastWatched)),
    isStarted: rows.length > 0,
    isCompleted: progressPercentage >= 100,
    watchedSeconds,
  }
}

/** Whether a position is far enough from the last buffered one to be buffered too; a completion always is [5-22]. */
export function shouldBuffer(positionSeconds: number, bufferedSeconds: number, completed: boolean): boolean {
  return completed || Math.abs(positionSeconds - bufferedSeconds) >= PROGRESS_MINIMUM_CHANGE_SECONDS
}

/** How many ms a save of the same lesson still has to wait; a completed one never does [9-37]. */
export function saveDelay(now: number, savedAt: number | null, completed: boolean): number {
  if (completed || savedAt === null) return 0
  return Math.max(0, savedAt + PROGRESS_SAVE_DEBOUNCE - now)
}

function latest(times: readonly (string | null)[]): string | null {
  let newest: string | null = null
  for (const time of times) {
    if (time && (!newest || Date.parse(time) > Date.parse(newest))) newest = time
  }
  return newest
}

/** Where to go on after `savedSeconds`: from the start after a few seconds, or when the lesson was watched to its end. */
export function resumePosition(savedSeconds: number, durationSeconds: number): number {
  const begun = savedSeconds >= PROGRESS_MINIMUM_CHANGE_SECONDS
  const ended = durationSeconds > 0 && savedSeconds >= durationSeconds * LESSON_COMPLETE_AT
  return begun && !ended ? savedSeconds : 0
}

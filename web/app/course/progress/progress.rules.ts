import { LESSON_COMPLETE_AT, PROGRESS_MINIMUM_CHANGE_SECONDS, PROGRESS_SAVE_DEBOUNCE } from '~/shared/config/constants'
import { clampRanges, measureRanges, type WatchedRanges } from './watched-ranges.rules'

/** What is summed up of a person's rows in the published lessons of a course, and of its first completion. */
export type CourseSums = {
  lessonCount: number
  publishedSeconds: number
  completedLessons: number
  watchedSeconds: number
  lastWatched: string | null
  /** When all lessons were completed for the first time; it stays, whatever happens to course and progress. */
  completedAt: string | null
  /** Published lessons that were added after that and are not completed. */
  newLessons: number
}

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

/** Whether enough different seconds of a lesson were watched [9-38], none beyond its end; a lesson without a duration never completes by itself. */
export function isLessonComplete(ranges: WatchedRanges, durationSeconds: number): boolean {
  return (
    durationSeconds > 0 && measureRanges(clampRanges(ranges, durationSeconds)) >= durationSeconds * LESSON_COMPLETE_AT
  )
}

/** Share of a lesson that was watched, 0 to 100, with two decimals. */
export function watchPercent(watchedSeconds: number, durationSeconds: number): number {
  return durationSeconds > 0 ? Math.min(100, Math.round((10_000 * watchedSeconds) / durationSeconds) / 100) : 0
}

/** Watched seconds of a course [9-39]: of each published lesson at most its length. */
export function courseSeconds(
  lessons: readonly { id: string; durationSeconds: number }[],
  watchedSeconds: ReadonlyMap<string, number>,
): number {
  return lessons.reduce(
    (sum, { id, durationSeconds }) => sum + Math.min(watchedSeconds.get(id) ?? 0, durationSeconds),
    0,
  )
}

/** Percent of a course [9-39]: watched seconds over the durations of its published lessons, a whole number up to 100. */
export function coursePercent(watchedSeconds: number, publishedSeconds: number): number {
  return Math.min(100, Math.round((100 * watchedSeconds) / Math.max(1, publishedSeconds)))
}

/**
 * Derives a course's progress [3-18] from its sums. Started with any row, completed at 100 percent [4-51]; a course that
 * was completed once stays so while nothing but lessons added since is missing.
 */
export function courseProgress(sums: CourseSums): CourseProgress {
  const progressPercentage = coursePercent(sums.watchedSeconds, sums.publishedSeconds)
  const isDoneButForNew = sums.completedAt !== null && sums.completedLessons + sums.newLessons >= sums.lessonCount
  return {
    totalLessons: sums.lessonCount,
    completedLessons: sums.completedLessons,
    progressPercentage,
    lastWatched: sums.lastWatched,
    isStarted: sums.lastWatched !== null,
    isCompleted: progressPercentage >= 100 || isDoneButForNew,
    watchedSeconds: sums.watchedSeconds,
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

/** Where to go on after `savedSeconds`: from the start after a few seconds, or when the lesson was watched to its end. */
export function resumePosition(savedSeconds: number, durationSeconds: number): number {
  const begun = savedSeconds >= PROGRESS_MINIMUM_CHANGE_SECONDS
  const ended = durationSeconds > 0 && savedSeconds >= durationSeconds * LESSON_COMPLETE_AT
  return begun && !ended ? savedSeconds : 0
}

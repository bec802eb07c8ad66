import { isLessonComplete } from './progress.rules'
import { clampRanges, measureRanges, unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** What is known about one person in one lesson. Seconds of media time; `lastWatched` in ms since 1970. */
export type LessonProgress = {
  ranges: WatchedRanges
  /** Furthest point that was reached. */
  watchedUntil: number
  completed: boolean
  /** Where to go on. */
  position: number
  lastWatched: number
}

/** The bound of a lesson whose length is not known yet: a day. */
export const LONGEST_LESSON_SECONDS = 86_400

/** Nothing watched yet: joining it changes nothing. */
export const NOTHING_WATCHED: LessonProgress = {
  ranges: [],
  watchedUntil: 0,
  completed: false,
  position: 0,
  lastWatched: Number.NEGATIVE_INFINITY,
}

/** An update as it travels; without ranges it credits everything before its position. */
export type LessonUpdate = Omit<LessonProgress, 'ranges'> & { ranges: WatchedRanges | null }

/** Brings an update into the lesson's bounds, and a clock that runs ahead back to `latest` (ms since 1970). */
export function stateOfUpdate(update: LessonUpdate, durationSeconds: number, latest: number): LessonProgress {
  const end = durationSeconds || LONGEST_LESSON_SECONDS
  const within = (seconds: number) => Math.min(Math.max(0, seconds), end)
  const position = within(update.position)
  const ranges = clampRanges(update.ranges ?? [[0, Math.floor(position)]], end)
  return {
    ranges,
    watchedUntil: Math.max(within(update.watchedUntil), position),
    completed: update.completed || isLessonComplete(ranges, durationSeconds),
    position,
    lastWatched: Math.min(update.lastWatched, latest),
  }
}

/**
 * The join of two states: everything watched in either, the furthest point of both, completed when either is or when
 * both together are, and the newer position (of two equally new ones the further).
 * Commutative, associative and idempotent, so repeated, late and reordered updates all end in the same state.
 */
export function joinStates(a: LessonProgress, b: LessonProgress, durationSeconds: number): LessonProgress {
  const ranges = unionRanges(a.ranges, b.ranges)
  const newer =
    a.lastWatched === b.lastWatched ? (a.position > b.position ? a : b) : a.lastWatched > b.lastWatched ? a : b
  return {
    ranges,
    watchedUntil: Math.max(a.watchedUntil, b.watchedUntil),
    completed: a.completed || b.completed || isLessonComplete(ranges, durationSeconds),
    position: newer.position,
    lastWatched: newer.lastWatched,
  }
}

/** Seconds that count for the course [9-39]: the watched ones, or the whole lesson once it is completed. */
export function countedSeconds(
  { ranges, completed }: Pick<LessonProgress, 'ranges' | 'completed'>,
  durationSeconds: number,
): number {
  return completed && durationSeconds > 0 ? durationSeconds : measureRanges(ranges)
}

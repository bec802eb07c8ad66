import { isLessonComplete } from './progress.rules'
import { joinPieces, piecesOf, type WatchedPieces } from './watched-pieces.rules'
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
  /** When each of the ranges was watched. There when all times, also `lastWatched`, are by the server's clock. */
  pieces?: WatchedPieces
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
  pieces: [],
}

/** What was watched since the last update, all of it up to now: `now` by the server's clock, null while nobody knows. */
export function watchedAt(
  watched: Omit<LessonProgress, 'lastWatched' | 'pieces'>,
  now: number | null,
  deviceNow: number,
): LessonProgress {
  if (now === null) return { ...watched, lastWatched: deviceNow }
  return { ...watched, lastWatched: now, pieces: piecesOf(watched.ranges, now) }
}

/** A message may be so long on its way before its sender's clock is taken for wrong. */
const ON_THE_WAY_MS = 2_000

/**
 * When something happened of which the sender says when by its own clock (`said`), and what that clock showed at
 * sending (`sent`); all in ms since 1970. Never later than the arrival.
 */
export function timeOnServer(claimed: number, sent: number | undefined, arrived: number): number {
  const isWrong = sent !== undefined && Math.abs(arrived - sent) > ON_THE_WAY_MS
  const at = isWrong ? arrived - Math.max(0, sent - claimed) : claimed
  return at > arrived + ON_THE_WAY_MS ? arrived : at
}

/** An update as it travels; without ranges it credits everything before its position. */
export type LessonUpdate = Omit<LessonProgress, 'ranges'> & {
  ranges: WatchedRanges | null
  /** The sender's clock at sending. */
  sent?: number
}

/** Brings an update that arrives now into the lesson's bounds, and its time to the server's. */
export function stateOfUpdate(update: LessonUpdate, durationSeconds: number, arrived: number): LessonProgress {
  const end = durationSeconds || LONGEST_LESSON_SECONDS
  const within = (seconds: number) => Math.min(Math.max(0, seconds), end)
  const position = within(update.position)
  const ranges = clampRanges(update.ranges ?? [[0, Math.floor(position)]], end)
  return {
    ranges,
    watchedUntil: Math.max(within(update.watchedUntil), position),
    completed: update.completed || isLessonComplete(ranges, durationSeconds),
    position,
    lastWatched: timeOnServer(update.lastWatched, update.pieces ? undefined : update.sent, arrived),
  }
}

/**
 * The join of two states: everything watched in either, the furthest point of both, completed when either is or when
 * both together are, and the newer position (of two equally new ones the further). Each piece keeps its own time.
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
    ...(a.pieces && b.pieces ? { pieces: joinPieces(a.pieces, b.pieces) } : {}),
  }
}

/** Seconds that count for the course [9-39]: the watched ones within its length, or all once it is completed. */
export function countedSeconds(
  { ranges, completed }: Pick<LessonProgress, 'ranges' | 'completed'>,
  durationSeconds: number,
): number {
  if (completed && durationSeconds > 0) return durationSeconds
  return measureRanges(clampRanges(ranges, durationSeconds || LONGEST_LESSON_SECONDS))
}

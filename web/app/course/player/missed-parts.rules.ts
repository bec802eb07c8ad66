import { measureRanges, type WatchedRanges } from '~/course/progress/watched-ranges.rules'

/**
 * The parts of a lesson that were skipped: what was not watched before the furthest second that was. What comes after
 * it is still ahead, not missed.
 */
export function missedParts(watched: WatchedRanges): WatchedRanges {
  const starts = [0, ...watched.map(([, end]) => end)]
  return watched.map(([start], index) => [starts[index] ?? 0, start] as const).filter(([start, end]) => end > start)
}

/** Where the next missed part begins after `position` (seconds), going round at the end; null when nothing was missed. */
export function nextMissed(missed: WatchedRanges, position: number): number | null {
  const next = missed.find(([start]) => start > position) ?? missed[0]
  return next ? next[0] : null
}

/** Whole percent of a lesson that was watched, 0 to 100, rounded down so that only everything is everything. */
export function seenPercent(watched: WatchedRanges, durationSeconds: number): number {
  return durationSeconds > 0 ? Math.min(100, Math.floor((100 * measureRanges(watched)) / durationSeconds)) : 0
}

/** Half-open spans of whole seconds [start, end): sorted, disjoint, never touching. */
export type WatchedRanges = readonly (readonly [start: number, end: number])[]

/**
 * Joins spans in any order into their sorted, disjoint form; touching spans become one, empty ones vanish.
 * Bounds are whole seconds.
 */
export function unionRanges(...parts: readonly WatchedRanges[]): WatchedRanges {
  const spans = parts
    .flat()
    .filter(([start, end]) => end > start)
    .sort(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [start, end] of spans) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** Adds what was played from `from` to `to` (media seconds with fractions), rounded to whole seconds. */
export function addRange(ranges: WatchedRanges, from: number, to: number): WatchedRanges {
  return unionRanges(ranges, [[Math.max(0, Math.round(from)), Math.round(to)]])
}

/** Cuts away what lies outside [0, duration). */
export function clampRanges(ranges: WatchedRanges, durationSeconds: number): WatchedRanges {
  return unionRanges(
    ranges.map(([start, end]) => [Math.max(0, start), Math.min(end, Math.floor(durationSeconds))] as const),
  )
}

/** How many different seconds the ranges hold. */
export function measureRanges(ranges: WatchedRanges): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0)
}

/** The text of a PostgreSQL int4multirange: `{[0,35),[60,90)}`. */
export function formatRanges(ranges: WatchedRanges): string {
  return `{${ranges.map(([start, end]) => `[${start},${end})`).join(',')}}`
}

/** Reads what `formatRanges` or PostgreSQL wrote; null, undefined or anything else counts as nothing watched. */
export function parseRanges(text: string | null | undefined): WatchedRanges {
  return unionRanges(
    [...(text ?? '').matchAll(/\[(\d+),(\d+)\)/g)].map(([, start, end]) => [Number(start), Number(end)] as const),
  )
}

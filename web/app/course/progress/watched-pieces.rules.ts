import { unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** Watched spans with the time of it (ms since 1970, of the server), the latest first; a span may be there twice. */
export type WatchedPieces = readonly (readonly [start: number, end: number, at: number])[]

/** The same span again within this time is the same watching, told a little later. */
const SAME_WATCHING_MS = 2_000
/** Beyond so many pieces their times become coarser; no second is lost by it. */
const MOST_PIECES = 500

/** Ranges that were all watched at one time. */
export function piecesOf(ranges: WatchedRanges, at: number): WatchedPieces {
  return ranges.map(([start, end]) => [start, end, at])
}

/** Joins pieces in any order. */
export function joinPieces(...parts: readonly WatchedPieces[]): WatchedPieces {
  const pieces = parts.flat()
  if (pieces.length < 2) return pieces
  const byTime = new Map<number, [number, number][]>()
  for (const [start, end, at] of pieces) byTime.set(at, [...(byTime.get(at) ?? []), [start, end]])
  const latestFirst = [...byTime].sort(([a], [b]) => b - a)
  let joined = withoutRepetitions(latestFirst.map(([at, ranges]) => [at, unionRanges(ranges)] as const))
  // Every turn halves the number of times; what one time holds is bounded like ranges are.
  for (let times = byTime.size; joined.length > MOST_PIECES && times > 1; times = Math.ceil(times / 2))
    joined = coarser(joined)
  return joined
}

function withoutRepetitions(latestFirst: readonly (readonly [at: number, ranges: WatchedRanges])[]): WatchedPieces {
  const pieces: (readonly [number, number, number])[] = []
  for (const [index, [at, ranges]] of latestFirst.entries()) {
    let covered: WatchedRanges = []
    for (let newer = index - 1; newer >= 0; newer -= 1) {
      const [later, again] = latestFirst[newer] ?? [Number.POSITIVE_INFINITY, []]
      if (later - at > SAME_WATCHING_MS) break
      covered = unionRanges(covered, again)
    }
    for (const [start, end] of ranges)
      for (const [from, to] of uncovered(start, end, covered)) pieces.push([from, to, at])
  }
  return pieces
}

/** The parts of a span that no range covers. */
function uncovered(start: number, end: number, covered: WatchedRanges): WatchedRanges {
  const parts: [number, number][] = []
  let from = start
  for (const [begin, stop] of covered) {
    if (begin > from && from < end) parts.push([from, Math.min(begin, end)])
    from = Math.max(from, stop)
  }
  if (from < end) parts.push([from, end])
  return parts
}

/** Every other time becomes the later one beside it, so that nothing seems older than it is. */
function coarser(pieces: WatchedPieces): WatchedPieces {
  const times = [...new Set(pieces.map(([, , at]) => at))]
  const later = new Map(times.map((at, index) => [at, times[index - (index % 2)] ?? at]))
  return times
    .filter((_, index) => index % 2 === 0)
    .flatMap((at) => {
      const same = pieces.filter((piece) => later.get(piece[2]) === at)
      return piecesOf(unionRanges(same.map(([start, end]) => [start, end] as const)), at)
    })
}

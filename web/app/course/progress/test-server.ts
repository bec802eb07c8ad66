import type { ProgressUpdate } from './pending-progress.rules'
import { isLessonComplete } from './progress.rules'
import { joinStates, type LessonProgress, NOTHING_WATCHED, stateOfUpdate } from './progress-merge.rules'
import { piecesOf } from './watched-pieces.rules'
import { clampRanges, parseRanges, unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** What people erase: they start the course anew, or take the completion of a lesson back. */
export type Act = { do: 'reset' | 'take back' | 'mark'; lesson: number; at: number }

/** What the database holds of a person in a lesson; the same rules as in its merge. Times in ms. */
export type ServerLesson = { row: LessonProgress | null; mark: Mark | null }
type Mark = {
  resetAt: number
  takenBackAt: number[]
  layers: WatchedRanges[]
  since: WatchedRanges
  claimed: boolean
}

/** Joins what is held of a lesson with what arrives at a time. */
export type Merge = (held: ServerLesson, arrived: ProgressUpdate, seconds: number, now: number) => ServerLesson

export const NOTHING_HELD: ServerLesson = { row: null, mark: null }

const updateOf = (row: ProgressUpdate) => ({
  ranges: parseRanges(row.watched_ranges),
  watchedUntil: row.watched_until,
  completed: row.completed,
  position: row.progress_seconds,
  lastWatched: Date.parse(row.last_watched),
  sent: Date.parse(row.updated_at),
  ...(row.watched_pieces ? { pieces: row.watched_pieces } : {}),
})

/** The merge of the database. */
export const joined: Merge = ({ row, mark }, arrived, seconds, now) => {
  const update = updateOf(arrived)
  const claimed = stateOfUpdate(update, seconds, now)
  const pieces = (update.pieces ?? piecesOf(claimed.ranges, claimed.lastWatched)).map(
    ([start, end, at]) =>
      ({ ranges: clampRanges([[start, end]], seconds), at: Math.min(at, claimed.lastWatched) }) as const,
  )
  const resetAt = mark?.resetAt ?? Number.NEGATIVE_INFINITY
  if (claimed.lastWatched < resetAt) return { row, mark }
  const left = pieces.filter(({ at }) => at >= resetAt)
  const isCut = left.length < pieces.length
  const ranges = unionRanges(...left.map((piece) => piece.ranges))
  const lastAct = Math.max(resetAt, ...(mark?.takenBackAt ?? []))
  const isClaim =
    update.completed && !isCut && claimed.lastWatched >= lastAct && pieces.every(({ at }) => at >= lastAct)
  const watchedUntil = isCut ? Math.max(claimed.position, ranges.at(-1)?.[1] ?? 0) : claimed.watchedUntil
  const state = { ...claimed, ranges, watchedUntil, completed: isClaim || isLessonComplete(ranges, seconds) }
  const next = joinStates(row ?? NOTHING_WATCHED, state, seconds)
  if (!mark || mark.takenBackAt.length === 0) return { row: next, mark }
  const layered = { ...mark, layers: [...mark.layers], claimed: mark.claimed || isClaim }
  for (const piece of left) {
    const place = layered.takenBackAt.filter((at) => at <= piece.at).length
    if (place < layered.layers.length) layered.layers[place] = unionRanges(layered.layers[place] ?? [], piece.ranges)
    else layered.since = unionRanges(layered.since, piece.ranges)
  }
  const counted = secondsLeft(layered, seconds)
  const isMore = JSON.stringify(unionRanges(counted, row?.ranges ?? [])) === JSON.stringify(counted)
  const completed = layered.claimed || (isMore && (row?.completed ?? false)) || isLessonComplete(counted, seconds)
  return { row: { ...next, ranges: counted, completed }, mark: layered }
}

/** What the functions of the database do when a person starts anew, takes a completion back or marks a lesson. */
export function perform({ row, mark }: ServerLesson, act: Act['do'], seconds: number, now: number): ServerLesson {
  if (act === 'mark') return { row: row && { ...row, completed: true }, mark: mark && { ...mark, claimed: true } }
  if (act === 'reset')
    return { row: null, mark: { resetAt: now, takenBackAt: [], layers: [], since: [], claimed: false } }
  const layer = mark?.takenBackAt.length ? mark.since : (row?.ranges ?? [])
  const next = {
    resetAt: mark?.resetAt ?? Number.NEGATIVE_INFINITY,
    takenBackAt: [...(mark?.takenBackAt ?? []), now],
    layers: [...(mark?.layers ?? []), layer],
    since: [],
    claimed: false,
  }
  return { row: row && { ...row, ranges: secondsLeft(next, seconds), completed: false }, mark: next }
}

function secondsLeft({ layers, since }: Mark, seconds: number): WatchedRanges {
  let left: WatchedRanges = []
  for (const layer of layers) {
    left = unionRanges(left, layer)
    if (isLessonComplete(left, seconds)) left = []
  }
  return unionRanges(left, since)
}

/** A negative control: the row is what arrived last. */
export const lastWriteWins: Merge = (_, arrived, seconds, now) => ({
  row: stateOfUpdate(updateOf(arrived), seconds, now),
  mark: null,
})

/** A negative control: devices are believed what their clocks say, up to two minutes ahead of the server's. */
export const clocksAreBelieved: Merge = ({ row, mark }, arrived, seconds, now) => {
  const { pieces: _, sent: __, ...update } = updateOf(arrived)
  const lastWatched = Math.min(update.lastWatched, now + 120_000)
  const lastAct = Math.max(mark?.resetAt ?? Number.NEGATIVE_INFINITY, ...(mark?.takenBackAt ?? []))
  if (lastWatched < lastAct) return { row, mark }
  const state = { ...stateOfUpdate(update, seconds, Number.POSITIVE_INFINITY), lastWatched }
  return { row: joinStates(row ?? NOTHING_WATCHED, state, seconds), mark }
}

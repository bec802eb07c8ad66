import { isUuid } from '../_shared/uuid.ts'

/** One update as the database takes it; seconds of the lesson, times in ISO 8601. */
export type ProgressUpdate = {
  lesson_id: string
  course_id: string
  progress_seconds: number
  watched_until: number
  completed: boolean
  last_watched: string
  /** The sender's clock at sending, by which the database corrects `last_watched`. */
  updated_at: string
  watched_ranges: string | null
  /** [[start, end, ms since 1970]]: what was watched when, by the time of the server. */
  watched_pieces: Piece[] | null
}

type Piece = [start: number, end: number, at: number]

const RANGES = /^\{(\[\d{1,7},\d{1,7}\)(,\[\d{1,7},\d{1,7}\))*)?\}$/
const MAX_SECONDS = 10_000_000
const MAX_RANGES_LENGTH = 20_000
const MAX_PIECES = 2_000
const MAX_TIME = 9_999_999_999_999

/**
 * Reads one update of the student.
 * @returns the update, or why it is refused: INVALID_LESSON, COURSE_REQUIRED ([5-21]), OTHER_STUDENT, INVALID_PROGRESS.
 */
export function parseUpdate(
  input: unknown,
  student: string,
): ProgressUpdate | { lesson_id: string | null; code: string } {
  const update = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  if (!isUuid(update.lesson_id)) return { lesson_id: null, code: 'INVALID_LESSON' }
  const lesson_id = update.lesson_id.toLowerCase()
  const refuse = (code: string) => ({ lesson_id, code })
  if (!isUuid(update.course_id)) return refuse('COURSE_REQUIRED')
  if (update.user_id != null && update.user_id !== student) return refuse('OTHER_STUDENT')
  const progress = update.progress_seconds ?? 0
  const watched = update.watched_until ?? progress
  const lastWatched = parseTime(update.last_watched)
  const sent = parseTime(update.updated_at) ?? new Date().toISOString()
  const ranges = update.watched_ranges ?? null
  const pieces = update.watched_pieces ?? null
  if (!isSeconds(progress) || !isSeconds(watched) || !lastWatched || !isRanges(ranges) || !isPieces(pieces))
    return refuse('INVALID_PROGRESS')
  return {
    lesson_id,
    course_id: update.course_id,
    progress_seconds: progress,
    watched_until: watched,
    completed: update.completed === true,
    last_watched: lastWatched,
    updated_at: sent,
    watched_ranges: ranges,
    watched_pieces: pieces,
  }
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS
}

function isRanges(value: unknown): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string' || value.length > MAX_RANGES_LENGTH || !RANGES.test(value)) return false
  return [...value.matchAll(/\[(\d+),(\d+)\)/g)].every(([, from, to]) => Number(from) <= Number(to))
}

function isPieces(value: unknown): value is Piece[] | null {
  return value === null || (Array.isArray(value) && value.length <= MAX_PIECES && value.every(isPiece))
}

function isPiece(value: unknown): value is Piece {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [start, end, at] = value.map((number) =>
    Number.isInteger(number) && number >= 0 ? Number(number) : Number.NaN,
  )
  if (start === undefined || end === undefined || at === undefined) return false
  return start <= end && end < MAX_SECONDS && at <= MAX_TIME
}

/** The time in ISO form, now when none was sent; undefined when it is none. The database corrects wrong clocks. */
function parseTime(value: unknown): string | undefined {
  if (value == null) return new Date().toISOString()
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  if (!time || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 1900)
    return undefined
  return time.toISOString()
}

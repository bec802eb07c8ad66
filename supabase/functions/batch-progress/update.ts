/** One update as the database takes it; seconds of the lesson, times in ISO 8601. */
export type ProgressUpdate = {
  lesson_id: string
  course_id: string
  progress_seconds: number
  watched_until: number
  completed: boolean
  last_watched: string
  watched_ranges: string | null
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RANGES = /^\{(\[\d{1,7},\d{1,7}\)(,\[\d{1,7},\d{1,7}\))*)?\}$/
const MAX_SECONDS = 10_000_000
const MAX_RANGES_LENGTH = 20_000

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
  const ranges = update.watched_ranges ?? null
  if (!isSeconds(progress) || !isSeconds(watched) || !lastWatched || !isRanges(ranges))
    return refuse('INVALID_PROGRESS')
  return {
    lesson_id,
    course_id: update.course_id,
    progress_seconds: progress,
    watched_until: watched,
    completed: update.completed === true,
    last_watched: lastWatched,
    watched_ranges: ranges,
  }
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS
}

function isRanges(value: unknown): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string' || value.length > MAX_RANGES_LENGTH || !RANGES.test(value)) return false
  return [...value.matchAll(/\[(\d+),(\d+)\)/g)].every(([, from, to]) => Number(from) <= Number(to))
}

/** The time in ISO form, now when none was sent; undefined when it is none. The database clamps the future. */
function parseTime(value: unknown): string | undefined {
  if (value == null) return new Date().toISOString()
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  if (!time || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 2000)
    return undefined
  return time.toISOString()
}

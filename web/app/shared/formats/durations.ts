const MINUTES_PER_HOUR = 60
const SECONDS_PER_MINUTE = 60

/**
 * Duration of a lesson [9-31]: under an hour in whole minutes with the Hebrew suffix, from an hour on as `h:mm`.
 * Begun minutes are not counted, but a lesson of a few seconds still takes one.
 * @returns null when the length is not known: missing, zero, negative or not a number
 */
export function formatLessonDuration(seconds: number | null | undefined): string | null {
  if (!Number.isFinite(seconds) || Number(seconds) <= 0) return null
  const minutes = Math.max(1, Math.floor(Number(seconds) / SECONDS_PER_MINUTE))
  if (minutes < MINUTES_PER_HOUR) return `${minutes} דק׳`
  return `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')}`
}

/** ISO 8601 form of a number of seconds, for the `datetime` of a `time` element. */
export const isoDuration = (seconds: number): string => `PT${Math.max(0, Math.round(seconds))}S`

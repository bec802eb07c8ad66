const MINUTES_PER_HOUR = 60
const SECONDS_PER_MINUTE = 60

/**
 * Duration of a lesson [9-31]: under an hour in whole minutes with the Hebrew suffix, from an hour on as `h:mm`.
 * Begun minutes are not counted, but a lesson of a few seconds still takes one.
 * @param seconds missing, negative or not a number counts as 0
 */
export function formatLessonDuration(seconds: number | null | undefined): string {
  const known = Number.isFinite(seconds) ? Math.max(0, Number(seconds)) : 0
  const minutes = known > 0 ? Math.max(1, Math.floor(known / SECONDS_PER_MINUTE)) : 0
  if (minutes < MINUTES_PER_HOUR) return `${minutes} דק׳`
  return `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')}`
}

/** ISO 8601 form of a number of seconds, for the `datetime` of a `time` element. */
export const isoDuration = (seconds: number): string => `PT${Math.max(0, Math.round(seconds))}S`

const MINUTE = 60
const HOUR = 60 * MINUTE
const two = (value: number) => String(value).padStart(2, '0')

/** A time within a video: `4:12`, from an hour on `1:04:12`. Begun seconds are not counted. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds || 0))
  const minutes = Math.floor((whole % HOUR) / MINUTE)
  const rest = two(whole % MINUTE)
  return whole >= HOUR ? `${Math.floor(whole / HOUR)}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

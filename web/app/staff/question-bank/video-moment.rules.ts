const MOMENT = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/

/** A moment of a film as it is typed, `2:05` or `1:02:05`, in seconds; undefined for anything else. */
export function readMoment(typed: string): number | undefined {
  const [, hours = '0', minutes, seconds] = MOMENT.exec(typed.trim()) ?? []
  if (minutes === undefined || (hours !== '0' && Number(minutes) > 59)) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

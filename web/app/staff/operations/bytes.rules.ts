const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** A size in the largest unit of which there is one, with one digit behind the point: `34.6 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0
  let value = bytes / 1e3
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value.toLocaleString('he-IL', { maximumFractionDigits: 1 })} ${UNITS[unit]}`
}

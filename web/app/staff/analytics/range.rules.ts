const DAY = 86_400_000
const ISRAEL = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' })
/** More days are not told at once. */
const MOST_DAYS = 366

export const PRESETS = [7, 28, 90, 365] as const

/** A range of days in Israel, both ends in it. */
export type DayRange = { first: string; last: string }

/** A day so many days later. */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)

/** How many days a range has. */
export const lengthOf = ({ first, last }: DayRange): number => (Date.parse(last) - Date.parse(first)) / DAY + 1

/** The last so many whole days, up to yesterday. */
export function wholeDaysBack(days: number, now: number): DayRange {
  const last = shiftDay(ISRAEL.format(now), -1)
  return { first: shiftDay(last, 1 - days), last }
}

const isDay = (value: string | null): value is string =>
  value !== null && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) && value >= '2020-01-01'

/** The range of an address (`from`, `to`); the last 28 whole days where it says none, or none that can be told. */
export function readRange(params: URLSearchParams, now: number): DayRange {
  const [first, last] = [params.get('from'), params.get('to')]
  if (!isDay(first) || !isDay(last) || first > last || last > ISRAEL.format(now)) return wholeDaysBack(28, now)
  const range = { first, last }
  return lengthOf(range) > MOST_DAYS ? wholeDaysBack(28, now) : range
}

/** The preset that a range is, if it is one. */
export const presetOf = (range: DayRange, now: number): number | undefined =>
  PRESETS.find((days) => {
    const { first, last } = wholeDaysBack(days, now)
    return first === range.first && last === range.last
  })

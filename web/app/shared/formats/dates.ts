const LONG = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })
// Named by parts, because the styles write the hours before ten with one digit.
const DAY_AND_TIME = {
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Jerusalem',
} as const
const MOMENT = new Intl.DateTimeFormat('he-IL', { ...DAY_AND_TIME, month: 'long' })
const SHORT = new Intl.DateTimeFormat('he-IL', { ...DAY_AND_TIME, month: 'short' })

/** A day in Hebrew words as it is in Israel, e.g. `5 במרץ 2026`. */
export const formatDay = (iso: string): string => LONG.format(new Date(iso))

/** A day and its time in Israel, e.g. `5 במרץ 2026 בשעה 09:05`. */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso))

/** The same, short enough for a table, e.g. `5 במרץ 2026, 09:05`. */
export const formatShortMoment = (iso: string): string => SHORT.format(new Date(iso))

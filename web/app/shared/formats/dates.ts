const LONG = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })
const MOMENT = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jerusalem' })
const SHORT = new Intl.DateTimeFormat('he-IL', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jerusalem' })

/** A day in Hebrew words as it is in Israel, e.g. `5 במרץ 2026`. */
export const formatDay = (iso: string): string => LONG.format(new Date(iso))

/** A day and its time in Israel, e.g. `5 במרץ 2026 בשעה 14:05`. */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso))

/** The same, short enough for a table, e.g. `5 במרץ 2026, 14:05`. */
export const formatShortMoment = (iso: string): string => SHORT.format(new Date(iso))

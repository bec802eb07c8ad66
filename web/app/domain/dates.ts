const LONG = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })

/** A day in Hebrew words as it is in Israel, e.g. `5 במרץ 2026`. */
export const formatDay = (iso: string): string => LONG.format(new Date(iso))

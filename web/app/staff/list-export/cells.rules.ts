/** What a cell of an exported file holds. A moment stays one: sheets sort it and count with it. */
export type Cell = string | number | Date | null

/** A column of an exported file. */
export type ExportColumn<Row> = { title: string; width: number; value: (row: Row) => Cell }

const WALL_CLOCK = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Jerusalem',
})

/** A moment as clocks in Israel show it: `2026-11-23 09:05:00`. */
export const wallClock = (moment: Date): string => WALL_CLOCK.format(moment)

// A sheet takes what begins so for a formula, also in the full width of East Asian keyboards and after blanks.
const FORMULA = /^[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Takes from a text what would make a sheet calculate it. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

import { type Cell, defused, wallClock } from './cells.rules'

/** What Excel knows UTF-8 by. */
export const CSV_BEGINNING = '\ufeff'

/** Rows as lines of CSV: texts in quotes and without live formulas, numbers bare, moments as clocks in Israel show them. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return wallClock(cell)
  return `"${defused(cell).replaceAll('"', '""')}"`
}

import type { TextFault } from './text-bytes.rules'

/** Why what stands in a cell is not what somebody typed there. */
export type CellFault = 'DATE' | 'ERROR' | 'NO_VALUE' | 'SHORTENED' | 'QUOTES'

/** A cell as a person sees it. `merged`: it belongs to the cell above it, or beside it, whose text it repeats. */
export type TableCell = { text: string; fault?: CellFault; merged?: 'down' | 'across' }
/** A row by the number that a spreadsheet shows. `width`: how many fields a text has in it, empty ones at its end too. */
export type TableRow = { number: number; cells: readonly TableCell[]; width?: number }
export type Sheet = { name: string; rows: readonly TableRow[] }

/** Why a file is no table that is read. */
export type TableFault =
  | TextFault
  | 'XLS'
  | 'PASSWORD'
  | 'XLSB'
  | 'ODS'
  | 'NUMBERS'
  | 'HTML'
  | 'XML_SHEET'
  | 'WORD'
  | 'PDF'
  | 'GOOGLE_LINK'
  | 'ZIP'
  | 'DAMAGED'
  | 'TOO_LARGE'
  | 'OPEN_QUOTE'

/** What was read and what was left, named: hidden sheets and rows that are in the file. */
export type TableFile =
  | { sheets: Sheet[]; hiddenSheets: string[]; hiddenRows: number }
  | { fault: TableFault; row?: number }

/** A cell without a fault. */
export const plainCell = (text: string): TableCell => ({ text })

/** A row without empty cells at its end. */
export function trimmedRow(number: number, cells: readonly TableCell[]): TableRow {
  const last = cells.findLastIndex(({ text, fault }) => text.trim() !== '' || fault)
  return { number, cells: cells.slice(0, last + 1) }
}

/** The letters by which a spreadsheet names a column, counted from 0. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}

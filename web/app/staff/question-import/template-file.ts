import { type ExportFormat, fileWriter } from '~/staff/list-export/file-writer'
import { TEMPLATE_ROWS, TEMPLATE_SHEET, TEMPLATE_TITLES } from './template.he'

const NARROW = 18
const WIDE = 40

/** The table to begin from, with a row of every kind. */
export function templateFile(format: ExportFormat): Uint8Array<ArrayBuffer> {
  const columns = TEMPLATE_TITLES.map((title, at) => ({
    ...{ title, width: at === 1 ? WIDE : NARROW },
    value: (cells: readonly string[]) => cells[at] ?? '',
  }))
  const writer = fileWriter(format, columns, TEMPLATE_SHEET)
  const pieces = [...writer.add(TEMPLATE_ROWS), ...writer.end()]
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

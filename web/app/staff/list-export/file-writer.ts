import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { ExportColumn } from './cells.rules'
import { CSV_BEGINNING, csvLines } from './csv.rules'
import { SHEET_END, sheetBeginning, sheetRows, WORKBOOK_PARTS, workbookPart } from './sheet.rules'

export type ExportFormat = 'csv' | 'xlsx'

/** A file that is written rows by rows; each step gives the piece of the file that it finished. */
export type FileWriter<Row> = {
  type: string
  add: (rows: readonly Row[]) => Uint8Array<ArrayBuffer>[]
  end: () => Uint8Array<ArrayBuffer>[]
}

/** Begins a file of these columns; at no time more of it is held than the rows of one step. */
export function fileWriter<Row>(
  format: ExportFormat,
  columns: readonly ExportColumn<Row>[],
  name: string,
): FileWriter<Row> {
  const cells = (rows: readonly Row[]) => rows.map((row) => columns.map(({ value }) => value(row)))
  return format === 'csv' ? csvWriter(columns, cells) : xlsxWriter(columns, cells, name)
}

type Cells<Row> = (rows: readonly Row[]) => ReturnType<ExportColumn<Row>['value']>[][]

function csvWriter<Row>(columns: readonly ExportColumn<Row>[], cells: Cells<Row>): FileWriter<Row> {
  let beginning = CSV_BEGINNING + csvLines([columns.map(({ title }) => title)])
  const write = (text: string) => {
    const piece = strToU8(beginning + text) as Uint8Array<ArrayBuffer>
    beginning = ''
    return [piece]
  }
  return { type: 'text/csv;charset=utf-8', add: (rows) => write(csvLines(cells(rows))), end: () => write('') }
}

function xlsxWriter<Row>(columns: readonly ExportColumn<Row>[], cells: Cells<Row>, name: string): FileWriter<Row> {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((failure, piece) => {
    if (failure) throw failure
    pieces.push(piece as Uint8Array<ArrayBuffer>)
  })
  const part = (path: string, text: string, isWhole: boolean) => {
    const file = new ZipDeflate(path)
    zip.add(file)
    file.push(strToU8(text), isWhole)
    return file
  }
  const parts = { ...WORKBOOK_PARTS, 'xl/workbook.xml': workbookPart(name) }
  for (const [path, text] of Object.entries(parts)) part(path, text, true)
  const sheet = part('xl/worksheets/sheet1.xml', sheetBeginning(columns), false)
  const taken = () => {
    const done = pieces
    pieces = []
    return done
  }
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    add(rows) {
      sheet.push(strToU8(sheetRows(cells(rows))))
      return taken()
    },
    end() {
      sheet.push(strToU8(SHEET_END), true)
      zip.end()
      return taken()
    },
  }
}

import { strFromU8, unzipSync } from 'fflate'
import { type NumberFormat, numberFormat, shownDay, shownNumber } from './number-format.rules'
import { childOf, childrenOf, readXml } from './safe-xml.rules'
import {
  plainCell,
  type Sheet,
  type TableCell,
  type TableFault,
  type TableFile,
  type TableRow,
  trimmedRow,
} from './table.rules'

const LARGEST_PART = 20_000_000
const LARGEST_WHOLE = 60_000_000
const MOST_COLUMNS = 500

/** What other programs than Excel write as a ZIP, by a file that it holds. */
const OTHERS: readonly (readonly [RegExp, TableFault])[] = [
  [/^xl\/workbook\.bin$/, 'XLSB'],
  [/^Index(?:\/|\.zip)/, 'NUMBERS'],
  [/^word\/document\.xml$/, 'WORD'],
  [/^mimetype$/, 'ODS'],
]

/** Reads a workbook of Excel, LibreOffice, Google Sheets or Numbers (ECMA-376): values as people see them, no formulas. */
export function readWorkbook(bytes: Uint8Array): TableFile {
  let total = 0
  const names: string[] = []
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        if (!/\.(?:xml|rels)$/i.test(name) || /(?:drawings|media|theme|charts)\//.test(name)) return false
        total += originalSize
        if (originalSize > LARGEST_PART || total > LARGEST_WHOLE) throw new RangeError(name)
        return true
      },
    })
    const other = OTHERS.find(([pattern]) => names.some((name) => pattern.test(name)))
    if (other) return { fault: other[1] }
    const book = new Map(Object.entries(files).map(([name, content]) => [name.toLowerCase(), content]))
    return sheetsOf((path) => {
      const content = book.get(path.toLowerCase())
      return content && readXml(strFromU8(content))
    })
  } catch (failure) {
    return { fault: failure instanceof RangeError ? 'TOO_LARGE' : 'DAMAGED' }
  }
}

type Part = (path: string) => Element | undefined

/** The targets of relations by their id, as paths from the root of the package. */
function relationsOf(part: Part, folder: string, file: string): { id: string; type: string; path: string }[] {
  const prefix = folder && `${folder}/`
  return childrenOf(part(`${prefix}_rels/${file}.rels`), 'Relationship').map((relation) => {
    const target = relation.getAttribute('Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : new URL(target, `file:///${prefix}`).pathname.slice(1)
    return { id: relation.getAttribute('Id') ?? '', type: relation.getAttribute('Type') ?? '', path: decodeURI(path) }
  })
}

function sheetsOf(part: Part): TableFile {
  const path = relationsOf(part, '', '').find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml'
  const book = part(path)
  if (!book) return { fault: 'ZIP' }
  const [folder, file] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)]
  const relations = relationsOf(part, folder, file)
  const pathOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.path ?? ''
  const context: Context = {
    strings: childrenOf(part(pathOf('sharedStrings')), 'si').map(textOf),
    formats: formatsOf(part(pathOf('styles'))),
    is1904: /^(?:1|true)$/.test(childOf(book, 'workbookPr')?.getAttribute('date1904') ?? ''),
  }
  const [sheets, hiddenSheets]: [Sheet[], string[]] = [[], []]
  let hiddenRows = 0
  for (const sheet of childrenOf(childOf(book, 'sheets'), 'sheet')) {
    const name = sheet.getAttribute('name') ?? ''
    if (/hidden/i.test(sheet.getAttribute('state') ?? '')) {
      hiddenSheets.push(name)
      continue
    }
    const id = [...sheet.attributes].find(({ localName, prefix }) => localName === 'id' && prefix)?.value
    const root = part(relations.find((relation) => relation.id === id)?.path ?? '')
    if (root?.localName !== 'worksheet') continue
    const read = readSheet(root, context)
    hiddenRows += read.hidden
    sheets.push({ name, rows: read.rows })
  }
  return { sheets, hiddenSheets, hiddenRows }
}

type Context = { strings: string[]; formats: NumberFormat[]; is1904: boolean }

/** The text of a cell in one piece or in runs of several looks, without readings in another script. */
const textOf = (item: Element): string =>
  [...item.children]
    .flatMap((child) => (child.localName === 't' ? [child] : child.localName === 'r' ? childrenOf(child, 't') : []))
    .map(({ textContent }) => textContent ?? '')
    .join('')
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')

function formatsOf(styles: Element | undefined): NumberFormat[] {
  const declared = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map((format) => [
      Number(format.getAttribute('numFmtId')),
      format.getAttribute('formatCode') ?? '',
    ]),
  )
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map((look) =>
    numberFormat(Number(look.getAttribute('numFmtId')), declared),
  )
}

/** The place of a cell, `B7`, counted from 0. */
function placeOf(reference: string): { row: number; column: number } | undefined {
  const [, letters = '', row = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (!letters) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row) - 1, column }
}

function readSheet(sheet: Element, context: Context): { rows: TableRow[]; hidden: number } {
  const rows = new Map<number, TableCell[]>()
  let [next, hidden] = [0, 0]
  for (const row of childrenOf(childOf(sheet, 'sheetData'), 'row')) {
    const at = Number(row.getAttribute('r') ?? next + 1) - 1
    next = at + 1
    const cells: TableCell[] = []
    for (const cell of childrenOf(row, 'c')) {
      const column = placeOf(cell.getAttribute('r') ?? '')?.column ?? cells.length
      if (column >= MOST_COLUMNS) continue
      while (cells.length < column) cells.push(plainCell(''))
      cells[column] = cellOf(cell, context)
    }
    if (/^(?:1|true)$/.test(row.getAttribute('hidden') ?? '') && cells.some(({ text }) => text.trim())) hidden += 1
    rows.set(at, cells)
  }
  for (const merged of childrenOf(childOf(sheet, 'mergeCells'), 'mergeCell'))
    spreadMerged(rows, merged.getAttribute('ref') ?? '')
  const read = [...rows].sort(([one], [other]) => one - other).map(([at, cells]) => trimmedRow(at + 1, cells))
  return { rows: read.filter(({ cells }) => cells.length > 0), hidden }
}

/** Merged cells: the others repeat the text of the first, and say so. */
function spreadMerged(rows: Map<number, TableCell[]>, range: string): void {
  const [from, to] = range.split(':').map(placeOf)
  const first = from && rows.get(from.row)?.[from.column]
  if (!from || !to || !first?.text.trim()) return
  for (const [at, cells] of rows) {
    if (at < from.row || at > to.row) continue
    for (let column = from.column; column <= Math.min(to.column, MOST_COLUMNS); column++) {
      if (at === from.row && column === from.column) continue
      while (cells.length <= column) cells.push(plainCell(''))
      cells[column] = { ...first, merged: column === from.column ? 'down' : 'across' }
    }
  }
}

/** What a person sees in a cell (ECMA-376, 18.3.1.4). */
function cellOf(cell: Element, { strings, formats, is1904 }: Context): TableCell {
  const type = cell.getAttribute('t') ?? 'n'
  const value = childOf(cell, 'v')?.textContent ?? ''
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is')
    return plainCell(inline ? textOf(inline) : '')
  }
  if (type === 's') {
    const shared = strings[Number(value)]
    return shared === undefined ? { text: value, fault: 'ERROR' } : plainCell(shared)
  }
  if (value === '' && type !== 'str') return childOf(cell, 'f') ? { text: '', fault: 'NO_VALUE' } : plainCell('')
  if (type === 'str') return plainCell(value)
  if (type === 'b') return plainCell(value === '1' || value === 'true' ? 'TRUE' : 'FALSE')
  if (type === 'e') return { text: value, fault: 'ERROR' }
  if (type === 'd') return { text: value.slice(0, 10), fault: 'DATE' }
  const number = Number(value)
  if (!Number.isFinite(number)) return plainCell(value)
  const format = formats[Number(cell.getAttribute('s') ?? 0)]
  if (format?.isDate) return { text: shownDay(number, is1904), fault: 'DATE' }
  return plainCell(shownNumber(number, format?.pattern ?? ''))
}

import { defused } from '~/staff/list-export/cells.rules'
import { type CellFault, plainCell, type TableCell, type TableRow, trimmedRow } from './table.rules'

const SEPARATORS = [',', ';', '\t', '|']
const LOOKED_AT = 20
const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ינו|פבר|מרץ|אפר|מאי|יונ|יול|אוג|ספט|אוק|נוב|דצמ|ינואר|פברואר|אפריל|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר'
const SPOILT: readonly (readonly [CellFault, RegExp])[] = [
  // What Excel makes of 1/2 and writes into a CSV.
  ['DATE', new RegExp(`^(?:\\d{1,2}[- ](?:${MONTHS})[׳'.]?|(?:${MONTHS})[׳'.]?-\\d{2})$`, 'i')],
  ['SHORTENED', /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i],
  ['ERROR', /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|#+)$/],
]

/** Without what keeps a spreadsheet from calculating it: an apostrophe, or `="…"`. */
function asMeant(field: string): string {
  if (field.startsWith("'") && defused(field.slice(1)) === field) return field.slice(1)
  return /^="((?:[^"]|"")*)"$/.exec(field)?.[1]?.replaceAll('""', '"') ?? field
}

function cellOf(field: string, fault?: CellFault): TableCell {
  const text = asMeant(field)
  const spoilt = fault ?? (text === field ? SPOILT.find(([, pattern]) => pattern.test(text.trim()))?.[0] : undefined)
  return spoilt ? { text, fault: spoilt } : plainCell(text)
}

/** Rows with their numbers; `openQuote` is the row whose quotes are never closed, which is not among them. */
export type DelimitedRows = { rows: TableRow[]; openQuote?: number }

/**
 * Rows of a table that is a text: fields parted by commas, semicolons, tabs or bars, in quotes or not; lines end in any
 * way. A line `sep=;` of Excel is followed.
 * @param headScore how much a row looks like the one that names the columns; the separator that gives the best is taken
 */
export function readDelimited(text: string, headScore: (fields: readonly string[]) => number): DelimitedRows {
  const [line = '', sign = ''] = /^\ufeff?sep=(.)\s*?(?:\r\n|\r|\n)/i.exec(text) ?? []
  if (sign) return parse(text.slice(line.length), sign, 2)
  const bySeparator = SEPARATORS.map((separator) => {
    const { rows } = parse(text, separator, 1, LOOKED_AT)
    const heads = rows.map(({ cells }) => headScore(cells.map((cell) => cell.text)))
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
    return { separator, score: Math.max(0, ...heads) * 1_000 + width }
  })
  const best = bySeparator.reduce((one, other) => (other.score > one.score ? other : one))
  return parse(text, best.separator, 1)
}

function parse(text: string, separator: string, firstNumber: number, most = Number.POSITIVE_INFINITY): DelimitedRows {
  const rows: TableRow[] = []
  let [row, field, number]: [TableCell[], string, number] = [[], '', firstNumber]
  let [isQuoted, wasQuoted, isBroken, opened]: [boolean, boolean, boolean, number] = [false, false, false, 0]
  const endField = () => {
    const parts = field.includes(separator) || field.includes('\n')
    row.push(cellOf(field, isBroken && parts ? 'QUOTES' : undefined))
    field = ''
    wasQuoted = false
    isBroken = false
  }
  const endRow = () => {
    endField()
    const trimmed = trimmedRow(number, row)
    if (trimmed.cells.length > 0) rows.push({ ...trimmed, width: row.length })
    row = []
    number += 1
  }
  const start = text.startsWith('\ufeff') ? 1 : 0
  for (let at = start; at < text.length && rows.length < most; at++) {
    const sign = text[at] as string
    const isLineEnd = sign === '\n' || sign === '\r'
    if (isLineEnd && sign === '\r' && text[at + 1] === '\n') at += 1
    if (isQuoted) {
      if (sign !== '"') field += isLineEnd ? '\n' : sign
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else if (closesAt(text, at, separator)) isQuoted = false
      else {
        // A quote inside that was not doubled, as in "מע"מ".
        field += '"'
        isBroken = true
      }
    } else if (sign === '"' && field.trim() === '' && !wasQuoted) {
      field = ''
      isQuoted = true
      wasQuoted = true
      opened = number
    } else if (sign === separator) endField()
    else if (isLineEnd) endRow()
    else if (!wasQuoted || sign.trim() !== '') field += sign
  }
  if (isQuoted && rows.length < most) return { rows, openQuote: opened }
  if (rows.length < most) endRow()
  return { rows }
}

/** Whether the quote at a place ends its field: a separator, a line end or the end of the file follows. */
function closesAt(text: string, at: number, separator: string): boolean {
  let next = at + 1
  while (text[next] === ' ') next += 1
  const sign = text[next]
  return sign === undefined || sign === separator || sign === '\n' || sign === '\r'
}

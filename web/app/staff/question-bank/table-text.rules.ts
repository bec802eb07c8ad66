import { defused } from '~/staff/list-export/cells.rules'

/** Without the sign that keeps a spreadsheet from calculating it. */
const asMeant = (field: string): string =>
  field.startsWith("'") && defused(field.slice(1)) === field ? field.slice(1) : field

/** Which sign parts the fields: the one that stands most often in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const often = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (often(sign) > often(best) ? sign : best))
}

/** Reads a table as spreadsheets write it: fields parted by commas, semicolons or tabs, in quotes or not. */
export function readTableText(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let field = ''
  let isQuoted = false
  const endField = () => {
    rows.at(-1)?.push(asMeant(field))
    field = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && field === '') isQuoted = true
    else if (sign === separator) endField()
    else if (sign === '\n') {
      endField()
      rows.push([])
    } else if (sign !== '\r') field += sign
  }
  endField()
  return rows.filter((row) => row.some((one) => one.trim() !== ''))
}

/** The formats of numbers that a workbook uses by their number without declaring them (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00', 48: '##0.0E+0', 49: '@' },
}
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49)

/** What a format of numbers does, by its number and the formats that the workbook declares. */
export type NumberFormat = { isDate: boolean; pattern: string }

/** Without what is written as it is: quoted and escaped texts, colours, conditions and languages. */
const bare = (format: string): string => format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')

/** The format of a cell. */
export function numberFormat(id: number, declared: ReadonlyMap<number, string>): NumberFormat {
  const format = declared.get(id) ?? BUILT_IN[id] ?? ''
  const isDate = declared.has(id) ? /[dmyhs]/i.test(bare(format.replace(/general/gi, ''))) : isBuiltInDate(id)
  return { isDate, pattern: format }
}

const DAY = 86_400_000
/** Days from the beginning of a sheet's calendar to 1970, by the calendar of Windows and that of old Macs. */
const BEFORE_1970 = { from1900: 25_569, from1904: 24_107 }

/** A day of a sheet as people write it: 01/02/2026. */
export function shownDay(serial: number, is1904: boolean): string {
  const days = serial - (is1904 ? BEFORE_1970.from1904 : BEFORE_1970.from1900)
  const day = new Date(Math.round(days * DAY))
  if (Number.isNaN(day.getTime())) return String(serial)
  const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** All digits of a number without an exponent; sheets keep 15 that count. */
function digitsOf(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) >= 1 ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/0+$/, '')
}

/** The digits that a pattern asks for, and what it writes before and behind them; undefined for fractions and the like. */
function partsOf(pattern: string) {
  const section = (pattern.split(';')[0] ?? '')
    .replace(/\[\$([^\]-]+)(?:-[^\]]*)?\]/g, '"$1"')
    .replace(/\[[^\]]*\]|_.|\*./g, '')
  const literal = (text: string) => text.replace(/"([^"]*)"/g, '$1').replace(/\\(.)/g, '$1')
  const plain = section.replace(/"[^"]*"|\\./g, (quoted) => ' '.repeat(quoted.length))
  const found = /[#0?][#0?,.]*/.exec(plain)
  if (!found || /[#0?E/@]/i.test(plain.slice(found.index + found[0].length))) return undefined
  const end = found.index + found[0].length
  return { prefix: literal(section.slice(0, found.index)), suffix: literal(section.slice(end)), digits: found[0] }
}

/** A number with the signs, zeros and separators of its format, and all of its digits: 0.175 as a per cent is 17.5%. */
export function shownNumber(value: number, pattern: string): string {
  const parts = partsOf(pattern)
  if (!parts) return digitsOf(value)
  const { prefix, suffix, digits } = parts
  const [pictured = '', behind = ''] = digits.split('.')
  const [whole = '', part = ''] = digitsOf(Math.abs(value) * (suffix.includes('%') ? 100 : 1)).split('.')
  const padded = whole.padStart(pictured.replace(/[^0]/g, '').length, '0')
  const grouped = pictured.includes(',') ? padded.replace(/\B(?=(\d{3})+$)/g, ',') : padded
  const decimals = part.padEnd(behind.replace(/[^0]/g, '').length, '0')
  const number = `${prefix}${grouped}${decimals && `.${decimals}`}${suffix}`.trim()
  return value < 0 ? `-${number}` : number
}

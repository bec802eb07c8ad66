const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|((?:[^",\r\n][^,\r\n]*)?))(,|\r\n|\n|$)/y

/** A body of line ends alone would otherwise be a million rows. */
const MOST_FIELDS = 100_000

/**
 * Parses CSV with a header line into objects of strings; the bare word NULL is null.
 * @returns undefined when a line has more or fewer fields than the header, a quote does not close, or there are more than
 * 100,000 fields.
 */
export function parseCsv(text: string): Record<string, string | null>[] | undefined {
  const lines = readLines(text)
  const header = lines?.shift()
  if (!lines || !header) return undefined
  if (lines.some((line) => line.length !== header.length)) return undefined
  return lines.map((line) => Object.fromEntries(line.map((value, i) => [header[i] ?? '', value])))
}

function readLines(text: string): (string | null)[][] | undefined {
  const lines: (string | null)[][] = []
  let line: (string | null)[] = []
  let count = 0
  for (let at = 0; at < text.length; ) {
    if (++count > MOST_FIELDS) return undefined
    FIELD.lastIndex = at
    const found = FIELD.exec(text)
    if (!found) return undefined
    const [, quoted, plain = '', separator] = found
    line.push(quoted === undefined ? (plain === 'NULL' ? null : plain) : quoted.replaceAll('""', '"'))
    at = FIELD.lastIndex
    if (separator === ',' && at < text.length) continue
    if (separator === ',') line.push('')
    lines.push(line)
    line = []
  }
  return lines
}

import pg from 'pg'

/**
 * A parameter in PostgreSQL's text form: objects travel as JSON, arrays as array literals, bytes as they are.
 * @returns null for null and undefined.
 */
export function encodeValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function arrayLiteral(items: unknown[]): string {
  const parts = items.map((item) => {
    if (Array.isArray(item)) return arrayLiteral(item)
    const encoded = encodeValue(item)
    return encoded === null
      ? 'NULL'
      : quoteElement(Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : encoded)
  })
  return `{${parts.join(',')}}`
}

const quoteElement = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

export type Column = { name: string; parse: (text: string) => unknown }

/** How to read the columns of a result: by the parsers of `pg` for each type. */
export function columnsOf(fields: pg.FieldDef[]): Column[] {
  return fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))
}

export function decodeRow(columns: Column[], texts: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  columns.forEach(({ name, parse }, i) => {
    const text = texts[i]
    row[name] = text === null || text === undefined ? null : parse(text)
  })
  return row
}

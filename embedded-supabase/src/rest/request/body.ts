import { requestErrors } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { parseCsv } from './csv.ts'
import { jsonDepth } from './json-depth.ts'

/** The rows of a write, or the arguments of a call, as JSON text that PostgreSQL will parse. */
export type JsonBody = {
  kind: 'json'
  text: string
  shape: 'object' | 'array' | 'scalar'
  /** Rows of an array, else 1. */
  rows: number
  /** Keys of the object, or of the first row. */
  keys: string[]
  /** Whether all rows have the same keys. */
  uniform: boolean
  /** The fields of a form that calls a function, each as often as it was sent. */
  pairs?: [string, string][]
  /** Whether it was sent as JSON, so that the whole of it may be one argument. */
  isWhole: boolean
}

export type Body = JsonBody | { kind: 'text' | 'xml'; text: string } | { kind: 'bytes'; bytes: Buffer }

/**
 * Reads a body, never holding more than the limit.
 * @throws PGRST102 with 413 when it is too large.
 */
export async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.body) throw requestErrors.bodyTooLarge(LIMITS.body)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LIMITS.body) throw requestErrors.bodyTooLarge(LIMITS.body)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads the bytes by their Content-Type. @throws PGRST102 */
export function parseBody(bytes: Buffer, contentType: string | null, isRpc: boolean): Body {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json'
  if (type === 'application/octet-stream' && isRpc) return { kind: 'bytes', bytes }
  if (
    type === 'application/json' ||
    type === 'application/vnd.pgrst.object+json' ||
    type === 'application/vnd.pgrst.array+json'
  ) {
    return parseJson(decodeUtf8(bytes), isRpc)
  }
  if (type === 'text/csv') return parseCsvBody(decodeUtf8(bytes))
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = [...new URLSearchParams(decodeUtf8(bytes))]
    return { ...describe(Object.fromEntries(pairs)), ...(isRpc ? { pairs } : {}) }
  }
  const isXml = type === 'text/xml' || type === 'application/xml'
  if ((type === 'text/plain' || isXml) && isRpc) return { kind: isXml ? 'xml' : 'text', text: decodeUtf8(bytes) }
  throw requestErrors.body(`Content-Type not acceptable: ${type.slice(0, 100)}`)
}

function decodeUtf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Refused below.
  }
  throw requestErrors.body('The request body must be UTF-8 without NUL')
}

function parseJson(text: string, isRpc: boolean): JsonBody {
  if (text.trim() === '' && isRpc) return { ...describe({}), isWhole: true }
  if (jsonDepth(text) > LIMITS.jsonDepth) {
    throw requestErrors.body(`The request body is nested deeper than ${LIMITS.jsonDepth} levels`)
  }
  try {
    return { ...describe(JSON.parse(text), text), isWhole: true }
  } catch (error) {
    if (error instanceof SyntaxError) throw requestErrors.body('Empty or invalid json')
    throw error
  }
}

function parseCsvBody(text: string): JsonBody {
  const rows = parseCsv(text)
  if (!rows) throw requestErrors.body('All lines must have same number of fields')
  return describe(rows)
}

function describe(value: unknown, text = JSON.stringify(value)): JsonBody {
  if (Array.isArray(value)) {
    if (value.length > LIMITS.rows) throw requestErrors.body(`At most ${LIMITS.rows} rows can be sent at once`)
    const first = keysOf(value[0])
    const known = new Set(first)
    const uniform = value.every((row) => {
      const keys = keysOf(row)
      return keys.length === first.length && keys.every((key) => known.has(key)) && isObject(row)
    })
    return { kind: 'json', text, shape: 'array', rows: value.length, keys: first, uniform, isWhole: false }
  }
  const shape = isObject(value) ? 'object' : 'scalar'
  return { kind: 'json', text, shape, rows: 1, keys: keysOf(value), uniform: true, isWhole: false }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : [])

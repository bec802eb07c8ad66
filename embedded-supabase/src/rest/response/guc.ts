import { requestErrors } from '../errors.ts'

/** The headers that a function set in `response.headers`. @throws PGRST111 */
export function gucHeaders(text: string | null): [string, string][] {
  if (text === null) return []
  const list = parse(text)
  if (!Array.isArray(list)) throw requestErrors.responseHeaders()
  return list.map((entry: unknown) => {
    const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    const [pair] = pairs
    if (pairs.length !== 1 || !pair || !isHeader(...pair)) throw requestErrors.responseHeaders()
    return [pair[0], String(pair[1])]
  })
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether HTTP can carry a header. */
export function isHeader(name: string, value: unknown): boolean {
  return HEADER_NAME.test(name) && typeof value === 'string' && HEADER_VALUE.test(value)
}

/** Statuses whose answers have no body. */
export const BODILESS = new Set([204, 205, 304])

/** The status that a function set in `response.status`. @throws PGRST112 */
export function gucStatus(text: string | null): number | undefined {
  if (text === null) return undefined
  const status = Number(text)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw requestErrors.responseStatus()
  return status
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

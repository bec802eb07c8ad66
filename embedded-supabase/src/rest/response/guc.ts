import { requestErrors } from '../errors.ts'

/** The headers that a function set in `response.headers`. @throws PGRST111 */
export function gucHeaders(text: string | null): [string, string][] {
  if (text === null) return []
  const list = parse(text)
  if (!Array.isArray(list)) throw requestErrors.responseHeaders()
  return list.map((entry: unknown) => {
    const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    const [pair] = pairs
    if (pairs.length !== 1 || !pair || typeof pair[1] !== 'string') throw requestErrors.responseHeaders()
    return [pair[0], pair[1]]
  })
}

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

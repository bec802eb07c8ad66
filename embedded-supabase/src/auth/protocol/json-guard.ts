const MAX_DEPTH = 32
const LONE_SURROGATE = /\p{Surrogate}/u
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** True when brackets nest deeper than 32 outside of strings; one pass, no recursion. */
export function nestsTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (inString) {
      if (unit === BACKSLASH) i++
      else if (unit === QUOTE) inString = false
    } else if (unit === QUOTE) inString = true
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--
  }
  return false
}

/** True when a text inside the value cannot be stored by PostgreSQL: NUL or half a surrogate pair. */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || LONE_SURROGATE.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => hasUnstorableText(key) || hasUnstorableText(item))
}

import { MediaRefusal } from './refusal.ts'

/** One object of a PDF, as a reader that begins at its place sees it. */
export type PdfObject = {
  /** What its outermost dictionary holds, without strings and what lies deeper than a list; names begin with a slash. */
  head: string[]
  /** Behind it. */
  end: number
}

const [TAB, LF, FF, CR, SPACE, PERCENT, BACKSLASH] = [9, 10, 12, 13, 32, 37, 92] as const
const [OPEN_STRING, CLOSE_STRING, SLASH, LESS, GREATER] = [40, 41, 47, 60, 62] as const
const [OPEN_LIST, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125] as const
const WHITE = new Set<number>([0, TAB, LF, FF, CR, SPACE])
const DELIMITERS = new Set<number>([
  ...[OPEN_STRING, CLOSE_STRING, SLASH, LESS, GREATER, PERCENT],
  ...[OPEN_LIST, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE],
])
const CLOSES: Readonly<Record<string, string>> = { '>>': '<<', ']': '[' }
/** Longer names are none that mean anything, however each letter of them is written. */
const LONGEST_NAME = 100

/** Counts what is read, so that what is read again and again comes to an end. */
export type Spend = (bytes: number) => void

/** @throws what `spend` throws when it is asked for more than `most` bytes */
export function createBudget(most: number): Spend {
  let left = most
  return (bytes) => {
    left -= bytes
    if (left < 0) throw new MediaRefusal('TOO_COMPLEX')
  }
}

/**
 * Reads the one object that begins at a place (ISO 32000-1, 7.2 and 7.3), leniently as readers do: a bracket that closes
 * nothing is passed over, and what is not closed takes the rest.
 * @param onName is given each name in it, at any depth, with #xx resolved
 */
export function readObject(bytes: Buffer, start: number, spend: Spend, onName: (name: string) => void): PdfObject {
  const head: string[] = []
  const open: string[] = []
  let at = start
  while (at < bytes.length) {
    const { text, end } = tokenAt(bytes, at)
    spend(end - at)
    at = end
    if (text.startsWith('/')) onName(text.slice(1))
    const closed = CLOSES[text]
    const isClosed = closed !== undefined && closed === open.at(-1)
    if (isClosed) open.pop()
    if (text && open.length > 0 && open.length <= 2) head.push(text)
    if (text === '<<' || text === '[') open.push(text)
    else if (open.length === 0 && (isClosed || closed === undefined)) break
  }
  return { head, end: at }
}

/** The whole numbers that stand one after the other from a place on. */
export function numbersAt(bytes: Buffer, start: number, spend: Spend): number[] {
  const numbers: number[] = []
  for (let at = start; at < bytes.length; ) {
    const { text, end } = tokenAt(bytes, at)
    spend(end - at)
    if (!/^\+?\d{1,10}$/.test(text)) break
    numbers.push(Number(text))
    at = end
  }
  return numbers
}

/** Where the next thing that is neither white space nor a comment begins. */
export function skipWhite(bytes: Buffer, start: number): number {
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === PERCENT) while (at + 1 < bytes.length && bytes[at + 1] !== LF && bytes[at + 1] !== CR) at++
    else if (!WHITE.has(byte)) break
  }
  return at
}

/** A name with its slash, a mark, or a word; of a string nothing. */
function tokenAt(bytes: Buffer, start: number): { text: string; end: number } {
  const at = skipWhite(bytes, start)
  const byte = bytes[at]
  if (byte === SLASH) {
    const end = wordEnd(bytes, at + 1)
    return { text: `/${nameOf(bytes, at + 1, end)}`, end }
  }
  if (byte === OPEN_STRING) return { text: '', end: stringEnd(bytes, at) }
  if (byte === LESS && bytes[at + 1] === LESS) return { text: '<<', end: at + 2 }
  if (byte === LESS) {
    const end = bytes.indexOf('>', at, 'latin1')
    return { text: '', end: end < 0 ? bytes.length : end + 1 }
  }
  if (byte === GREATER && bytes[at + 1] === GREATER) return { text: '>>', end: at + 2 }
  if (byte !== undefined && DELIMITERS.has(byte)) return { text: String.fromCharCode(byte), end: at + 1 }
  const end = wordEnd(bytes, at)
  return { text: end - at > LONGEST_NAME ? '' : bytes.toString('latin1', at, end), end }
}

function wordEnd(bytes: Buffer, start: number): number {
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (WHITE.has(byte) || DELIMITERS.has(byte)) break
  }
  return at
}

const nameOf = (bytes: Buffer, start: number, end: number): string =>
  end - start > LONGEST_NAME
    ? ''
    : bytes
        .toString('latin1', start, end)
        .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Brackets in a string are balanced, or stand behind a backslash. */
function stringEnd(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at++
    else if (byte === OPEN_STRING) depth++
    else if (byte === CLOSE_STRING && --depth === 0) return at + 1
  }
  return bytes.length
}

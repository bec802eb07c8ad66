import { inflateSync } from 'node:zlib'
import { createBudget, numbersAt, readObject, type Spend, skipWhite } from './pdf-objects.ts'
import { broken, MediaRefusal } from './refusal.ts'

/** Names without which a PDF runs no script, opens no program or other file, and brings none along. */
const ACTIVE = new Set([
  ...['JavaScript', 'JS', 'XFA', 'OnInstantiate'],
  ...['Launch', 'GoToE', 'GoToR', 'ImportData'],
  ...['EF', 'EmbeddedFile', 'FileAttachment', 'RichMedia', 'RichMediaContent', 'RichMediaSettings'],
])
const MOST_READ = 160 * 1024 * 1024
const MOST_UNPACKED = 32 * 1024 * 1024
const FLATE = new Set(['/FlateDecode', '/Fl'])
const MOST_FILTERS = 3
const STREAM = 'stream'
const LETTER = /[a-zA-Z]/

/**
 * Refuses a PDF that does more than show pages. What the file says of where its objects lie is not asked: each place at
 * which a reader could find one is read, also inside of streams, strings and comments, and each stream of packed objects is
 * unpacked. A file that does not let itself be looked at is refused as well.
 * @throws MediaRefusal ACTIVE, ENCRYPTED, BROKEN, TOO_COMPLEX
 */
export function checkPdf(bytes: Buffer): void {
  const spend = createBudget(MOST_READ)
  for (const at of placesOf(bytes, 'trailer')) readObject(bytes, at, spend, refuseActive)
  for (const at of placesOf(bytes, 'obj')) {
    const { head, end } = readObject(bytes, at, spend, refuseActive)
    const next = skipWhite(bytes, end)
    // Where the type is not named, the place of the first object is.
    const isPacked = head.includes('/ObjStm') || head.includes('/First')
    if (isPacked && bytes.toString('latin1', next, next + STREAM.length) === STREAM)
      checkPacked(head, bytes.subarray(next + STREAM.length), spend)
  }
}

/** The places behind a word, but where it is the end of another one. */
function* placesOf(bytes: Buffer, word: string): Generator<number> {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length))
    if (!LETTER.test(String.fromCharCode(bytes[at - 1] ?? 0))) yield at + word.length
}

function refuseActive(name: string): void {
  if (ACTIVE.has(name)) throw new MediaRefusal('ACTIVE')
  if (name === 'Encrypt') throw new MediaRefusal('ENCRYPTED')
}

/** Looks at a stream of objects (ISO 32000-1, 7.5.7): each from where the list at its beginning says, and one after the other. */
function checkPacked(head: string[], stream: Buffer, spend: Spend): void {
  const first = Number(soleValue(head, '/First'))
  if (!Number.isInteger(first) || first < 0) throw new MediaRefusal('TOO_COMPLEX')
  const objects = unpacked(head, stream, spend)
  const places = numbersAt(objects, 0, spend).filter((_, at) => at % 2 === 1)
  for (const place of places) readObject(objects, first + place, spend, refuseActive)
  for (let at = first; at < objects.length; ) at = readObject(objects, at, spend, refuseActive).end
}

function unpacked(head: string[], stream: Buffer, spend: Spend): Buffer {
  // What else there is, no program writes for objects: what is packed otherwise is hidden.
  if (head.includes('/DecodeParms') || head.includes('/DP')) throw new MediaRefusal('TOO_COMPLEX')
  if (!head.includes('/Filter')) return stream
  const filters = filtersOf(head)
  if (filters.length > MOST_FILTERS || !filters.every((name) => FLATE.has(name))) throw new MediaRefusal('TOO_COMPLEX')
  // Packed data ends by itself: how long the file says that it is, makes no difference.
  return filters.reduce((data, _, at) => inflated(at === 0 ? data.subarray(skipWhite(data, 0)) : data, spend), stream)
}

function inflated(data: Buffer, spend: Spend): Buffer {
  try {
    const whole = inflateSync(data, { maxOutputLength: MOST_UNPACKED })
    spend(whole.length)
    return whole
  } catch (error) {
    if (error instanceof MediaRefusal) throw error
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new MediaRefusal('TOO_COMPLEX')
    return broken()
  }
}

function filtersOf(head: string[]): string[] {
  const value = soleValue(head, '/Filter')
  if (value !== '[') return [value]
  const from = head.indexOf('/Filter') + 2
  return head.slice(from, head.indexOf(']', from))
}

/** What stands behind a name that stands there once; twice, readers would choose differently. */
function soleValue(head: string[], name: string): string {
  const at = head.indexOf(name)
  if (at < 0 || head.indexOf(name, at + 1) >= 0) throw new MediaRefusal('TOO_COMPLEX')
  // A reference to another object is two numbers and a letter.
  return head[at + 3] === 'R' ? 'R' : (head[at + 1] ?? 'R')
}

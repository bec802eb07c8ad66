/** Why bytes are no text that can be read rightly. */
export type TextFault = 'BINARY' | 'DOS' | 'VISUAL' | 'MOJIBAKE' | 'LOST_LETTERS' | 'ENCODING'
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1255'

const SAMPLE = 4_000
const HEBREW = /[א-ת]/g
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * The text of a file as spreadsheets and editors save it: UTF-8 and UTF-16 with or without their mark, Windows-1255 and
 * iso-8859-8 in logical order. What cannot be read rightly is named: visual order, code page 862 of DOS, UTF-8 that went
 * through another encoding, letters that a program replaced by question marks.
 */
export function textOfBytes(bytes: Uint8Array): { text: string; encoding: TextEncoding } | { fault: TextFault } {
  const wide = wideEncoding(bytes)
  const encodings: TextEncoding[] = wide ? [wide] : ['utf-8', 'windows-1255']
  for (const encoding of encodings) {
    if (encoding === 'windows-1255' && looksLikeDos(bytes)) return { fault: 'DOS' }
    const text = decoded(bytes, encoding)
    if (text === undefined) continue
    if (text.includes('\0')) return { fault: 'BINARY' }
    if (encoding === 'windows-1255' && !looksHebrew(text)) return { fault: 'ENCODING' }
    const fault = faultOf(text)
    return fault ? { fault } : { text, encoding }
  }
  return { fault: 'ENCODING' }
}

/** By the mark, or by the upper bytes: nearly all are 0 (Latin, digits) or 5 (Hebrew), which UTF-8 never has in number. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const upper = (side: number) => sample.filter((byte, at) => at % 2 === side && (byte === 0 || byte === 5)).length
  const most = sample.length / 2
  if (most < 1) return undefined
  if (upper(1) > 0.8 * most) return 'utf-16le'
  return upper(0) > 0.8 * most ? 'utf-16be' : undefined
}

function decoded(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Hebrew letters of code page 862 lie at 0x80 to 0x9a, those of Windows-1255 at 0xe0 to 0xfa. */
function looksLikeDos(bytes: Uint8Array): boolean {
  let words = 0
  let ansi = 0
  for (const [at, byte] of bytes.entries()) {
    const before = bytes[at - 1] ?? 0
    if (byte >= 0x80 && byte <= 0x9a && before >= 0x80 && before <= 0x9a) words += 1
    if (byte >= 0xe0 && byte <= 0xfa) ansi += 1
  }
  return words > 2 && words > ansi
}

/** French and German in Windows-1252 give single Hebrew letters within Latin words; signs alone are the same in both. */
function looksHebrew(text: string): boolean {
  const isSigns = countOf(text, HEBREW) === 0 && !/[\u05b0-\u05f4]/.test(text)
  return isSigns || countOf(text, /[א-ת]{2}/g) > 2 * countOf(text, /[a-z][א-ת]|[א-ת][a-z]/gi)
}

function faultOf(text: string): TextFault | undefined {
  if (text.includes('\ufffd')) return 'ENCODING'
  const hebrew = countOf(text, HEBREW)
  if (hebrew === 0 && (countOf(text, /×[\u0080-\u2122]/g) > 2 || countOf(text, /[à-ú]{3}/g) > 2)) return 'MOJIBAKE'
  if (hebrew === 0 && countOf(text, /\?{2,}/g) > 1) return 'LOST_LETTERS'
  // Final letters end words; where they begin them, the letters stand in the order of the screen.
  const [begin, end] = [/(?<![א-ת])[ךםןףץ](?=[א-ת])/g, /[א-ת][ךםןףץ](?![א-ת])/g]
  return countOf(text, begin) > 1 && countOf(text, begin) > countOf(text, end) ? 'VISUAL' : undefined
}

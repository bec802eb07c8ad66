import { inReadingOrder, isVisual } from './visual-hebrew.ts'

/** Whose bytes are letters of other encodings as well: what declares them is believed. */
const MULTIBYTE = /^(?:iso-?2022|shift|sjis|euc|gb|big5|hz|utf-?16|ks_c|windows-31j|cp9)/i
/** Labels that programs write on whatever they send. */
const ANY = /^(?:|utf-?8|us-?ascii|ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252|unknown.*|x-unknown|default.*)$/i
const DOS_HEBREW = /^(?:dos-?|cp|ibm)-?862$/i
const HEBREW_8BIT = /^iso-?8859-?8|hebrew|visual|logical/i
/** How each of our languages is written in bytes, with its most frequent letters. */
const CANDIDATES: [label: string, frequent: RegExp, letters: RegExp][] = [
  ['windows-1255', /[יוהלאתמרבשנ]/g, /[א-ת]/g],
  ['windows-1251', /[оеаинтсрвл]/g, /[\u0400-\u04ff]/g],
  ['koi8-r', /[оеаинтсрвл]/g, /[\u0400-\u04ff]/g],
  ['windows-1256', /[الينموترهعب]/g, /[\u0621-\u064a]/g],
]
const LATIN = 'windows-1252'
/** Its signs from 0x80 on, which the decoder of older Node leaves as controls. */
const LATIN_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const SAMPLE = 20_000

/**
 * The text of bytes that a mail declares to be in some encoding. Bytes that are UTF-8 are read so whatever is declared;
 * of others the declared encoding is believed unless it is one that programs write on everything.
 * @param declared as it stands in the mail; empty where nothing does
 */
export function decodeText(bytes: Uint8Array, declared = ''): string {
  const label = declared.trim().toLowerCase()
  if (!MULTIBYTE.test(label) && isUtf8(bytes)) return new TextDecoder().decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (DOS_HEBREW.test(label)) return inReadingOrder(new TextDecoder('windows-1255').decode(bytes.map(fromDos)))
  if (/^utf-?8$/.test(label) && isMostlyUtf8(bytes)) return new TextDecoder().decode(bytes)
  const known = ANY.test(label) ? undefined : decoderOf(label)
  const text = known ? withSigns(known.decode(bytes), known.encoding) : decodeUndeclared(bytes)
  return HEBREW_8BIT.test(label) || !known ? inOrder(text, label) : text
}

/** The text of bytes of which only is known that a letter is one byte, as in headers without encoded words. */
export function decodeUndeclared(bytes: Uint8Array): string {
  const label = guessed(bytes.subarray(0, SAMPLE))
  return withSigns(new TextDecoder(label).decode(bytes), label)
}

const withSigns = (text: string, label: string): string => (label === LATIN ? latinSigns(text) : text)

/** Puts the signs of windows-1252 for the controls that stand in their places. */
export const latinSigns = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => LATIN_SIGNS[control.charCodeAt(0) - 0x80] ?? control)

const inOrder = (text: string, label: string): string =>
  isVisual(text, /^(?:iso-?8859-?8|.*visual)$/.test(label)) ? inReadingOrder(text) : text

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A text that was cut within a letter is UTF-8 all the same. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE))
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return whole > broken * 4
}

function decoderOf(label: string): TextDecoder | undefined {
  const spellings = [label, label.replace(/-[ei]$/, ''), label.replace(/^(?:x-|cp-?|ms-?)(?=\d{4}$)/, 'windows-')]
  for (const spelling of spellings) {
    try {
      return new TextDecoder(spelling)
    } catch {}
  }
  return undefined
}

/** The encoding of our languages in which bytes look most like words. */
function guessed(bytes: Uint8Array): string {
  const latin = new TextDecoder(LATIN).decode(bytes)
  // Words of nothing but accents are no words: "ùìåí" is Hebrew, "été" is not.
  const mixed = latin.match(/[a-z][\u00c0-\u024f]|[\u00c0-\u024f][a-z]/gi)?.length ?? 0
  const runs = latin.match(/[\u00c0-\u024f]{2,}/g)?.length ?? 0
  if (mixed >= runs) return LATIN
  const scored = CANDIDATES.map(([label, frequent, letters]) => {
    const text = new TextDecoder(label).decode(bytes)
    const found = text.match(letters)?.length ?? 0
    const high = bytes.reduce((sum, byte) => sum + (byte > 0xbf ? 1 : 0), 0)
    const common = text.match(frequent)?.length ?? 0
    // A capital within a word, or a vowel sign at its beginning, is none of that language.
    const odd = text.match(/[а-яё][А-ЯЁ]|(?:^|[\s(])[\u05b0-\u05c3\u064b-\u0652]/g)?.length ?? 0
    const points =
      label === 'windows-1255' ? (text.match(/(?<=[\u05d0-\u05ea])[\u05b0-\u05c3]+/g)?.join('').length ?? 0) : 0
    return { label, score: ((found + points - odd * 4) / high) * 3 + common / (found || 1) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).label
}

/** From code page 862, whose letters begin at 0x80, to the bytes of windows-1255. */
const fromDos = (byte: number): number => (byte >= 0x80 && byte <= 0x9a ? byte + 0x60 : byte > 0x9a ? 0x3f : byte)

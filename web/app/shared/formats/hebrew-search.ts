import { stripInvisible } from './invisible'

/** Where a match begins and ends in the text as it is written. */
export type Match = { start: number; end: number }

/** Niqqud and accents (U+0591 to U+05C7 without the maqaf). */
const POINTS = /[\u0591-\u05BD\u05BF-\u05C7]/
const SAME: Record<string, string> = {
  ...Object.fromEntries([..."'`´‘’‚‛′׳"].map((sign) => [sign, "'"])),
  ...Object.fromEntries([...'"“”„‟″״'].map((sign) => [sign, '"'])),
  ...Object.fromEntries([...'-־‐‑‒–—−'].map((sign) => [sign, '-'])),
}

/**
 * A text as it is compared: without niqqud and direction marks, quotes, geresh, gershayim and dashes in one form each,
 * lower case, runs of spaces as one. Final letters stay what they are.
 * @returns the letters, and for each of them its place in the text as it was written
 */
function folded(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  let place = 0
  for (const sign of text) {
    const at = place
    place += sign.length
    // A letter with its points in one sign, such as U+FB2A, falls apart into both.
    for (const part of sign.normalize('NFKD')) {
      if (POINTS.test(part) || stripInvisible(part) === '') continue
      const letter = /\s/.test(part) ? ' ' : (SAME[part] ?? part.toLowerCase())
      if (letter === ' ' && letters.endsWith(' ')) continue
      letters += letter
      for (let i = 0; i < letter.length; i++) places.push(at)
    }
  }
  places.push(text.length)
  return { letters, places }
}

/** A text as it is compared with another. */
export const foldHebrew = (text: string): string => folded(text).letters.trim()

/** Where `query` stands in `text`, as people compare Hebrew; nowhere for an empty query. Matches do not overlap. */
export function findInHebrew(text: string, query: string): Match[] {
  const wanted = foldHebrew(query)
  if (wanted === '') return []
  const { letters, places } = folded(text)
  const matches: Match[] = []
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + wanted.length)) {
    matches.push({ start: places[at] ?? 0, end: places[at + wanted.length] ?? text.length })
  }
  return matches
}

/** A text in pieces, those that match marked with the number of the match. */
export function markedPieces(text: string, matches: readonly Match[]): { text: string; match: number | null }[] {
  const pieces: { text: string; match: number | null }[] = []
  let from = 0
  for (const [number, { start, end }] of matches.entries()) {
    if (start > from) pieces.push({ text: text.slice(from, start), match: null })
    pieces.push({ text: text.slice(start, end), match: number })
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), match: null })
  return pieces
}

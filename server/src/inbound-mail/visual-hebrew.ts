const LETTER = 'א-ת'
/** Letters that end a word in the order of reading; in that of the screen they begin it. */
const ENDS = new RegExp(`[${LETTER}][םןץףך](?![${LETTER}])|(?<![${LETTER}])[כמנפצ](?=[${LETTER}])`, 'g')
const BEGINS = new RegExp(`(?<![${LETTER}])[םןץףך](?=[${LETTER}])|(?<=[${LETTER}])[כמנפצ](?![${LETTER}])`, 'g')
/** What keeps its order within a reversed line: foreign words, addresses, and numbers with their signs. */
const FOREIGN = /[A-Za-z\u00c0-\u024f](?:[^\u0590-\u05ff]*[A-Za-z0-9\u00c0-\u024f%/])?|[0-9](?:[0-9.,:/-]*[0-9])?%?/g
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
}

/**
 * Whether a Hebrew text is stored as it was seen on a screen of old, from the left (RFC 1556): by which letters begin and
 * end its words.
 * @param byDefault where its words do not show it
 */
export function isVisual(text: string, byDefault: boolean): boolean {
  const visual = text.match(BEGINS)?.length ?? 0
  const logical = text.match(ENDS)?.length ?? 0
  return visual === logical ? byDefault && /[א-ת]/.test(text) : visual > logical * 2 && (byDefault || visual > 2)
}

/** Turns lines that are stored as they were seen into the order in which they are read; lines without Hebrew stay. */
export const inReadingOrder = (text: string): string =>
  text
    .split('\n')
    .map((line) => (/[א-ת]/.test(line) ? reversed(line) : line))
    .join('\n')

function reversed(line: string): string {
  const [, indent = '', words = '', end = ''] = /^((?:> ?)*)(.*?)(\r?)$/s.exec(line) ?? []
  const parts: string[] = []
  let at = 0
  for (const found of words.matchAll(FOREIGN)) {
    parts.push(mirrored(words.slice(at, found.index)), found[0])
    at = found.index + found[0].length
  }
  parts.push(mirrored(words.slice(at)))
  return indent + parts.reverse().join('').trim() + end
}

const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((sign) => MIRRORED[sign] ?? sign)
    .join('')

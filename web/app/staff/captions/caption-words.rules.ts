import { plainLine } from '~/course/player/captions.rules'

/** The words of a caption, and what was taken from around them. */
export type CaptionWords = { text: string; hadLook: boolean; hadSpeaker: boolean }

const ASS = /\{\\[^{}]*\}/g
const BREAK = /<[Bb][Rr] *\/?>|(?<!:)\\N/g
const LOOK = /<\/?(?:[bcisu]|strike|span|em|strong|p|div|ruby|rt|lang|font)(?:[. ][^<>\n]*)?>|<\d+:[\d:.]+>/i
const HTML = /<\/?(?:strike|span|em|strong|p|div)(?: [^<>\n]*)?>/gi
const SPEAKER = /<v[. ][^<>\n]*>/i
/** A sign that no `>` follows on its line before the next one: no tag. */
const OPEN_END = /<(?=[^<>\n]*(?:[<\n]|$))/g
/** A tag of one letter, with what stands before and behind it. */
const LETTER_TAG = /(?<before>[\p{L}\p{N}]?)<(?<letter>[bcisupv])(?=(?<behind>[. ][^<>\n]*)?>)/giu
const VOICE_FIRST = /^[-– ]*(?:<[^<>\n]*>)*<v[. ]/im
const CLOSING = /<\/([bcisupv])>/gi
const NAMES = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['euro', '€'],
  ['pound', '£'],
  ['times', '×'],
  ['shy', '\u00ad'],
])
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi

/** A tag that can do more than look: such a file was not written by a program for captions. */
export const ALIEN_TAG =
  /<(?:!doctype|\?xml|!--)|<\/?(?:script|style|iframe|object|embed|svg|math|html|head|body|link|meta|form|input|video|audio)\b|<(?:img|a)\s[^>]*=/i

/** The words of one caption, line by line; looks, places on the picture and names of speakers are left out. */
export function readWords(lines: readonly string[]): CaptionWords {
  const written = withoutComparisons(lines.join('\n'))
  const text = written
    .replace(ASS, '')
    .replace(BREAK, '\n')
    .replace(HTML, '')
    .split('\n')
    .map((line) => plainLine(line.replace(REFERENCE, characterOf)))
    .filter(Boolean)
    .join('\n')
  return { text, hadLook: written.search(ASS) >= 0 || LOOK.test(written), hadSpeaker: SPEAKER.test(written) }
}

/**
 * Words with `&lt;` where a tag of one letter is none, as in `a<b and c>d`: it holds words (of which `<v` alone takes
 * some, at the beginning of a line), or stands within a word and is never closed.
 */
function withoutComparisons(words: string): string {
  const text = words.replace(OPEN_END, '&lt;')
  const closed = new Set([...text.matchAll(CLOSING)].map(([, letter]) => letter?.toLowerCase()))
  const hasVoices = closed.has('v') || VOICE_FIRST.test(text)
  return text.replace(LETTER_TAG, (whole, before: string, letter: string, behind = '') => {
    const isVoice = letter.toLowerCase() === 'v'
    const holdsWords = isVoice ? !hasVoices : behind.includes(' ') && !behind.includes('=')
    const isWithin = before !== '' && !closed.has(letter.toLowerCase()) && !isVoice
    return holdsWords || isWithin ? whole.replace('<', '&lt;') : whole
  })
}

/** What a character reference stands for; one of a sign of markup, and an unknown one, as it is written. */
function characterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return NAMES.get(name) ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  if (!isCharacter) return whole
  const character = String.fromCodePoint(code)
  return { '<': '&lt;', '&': '&amp;' }[character] ?? character
}

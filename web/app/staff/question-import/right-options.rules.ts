import { stripInvisible } from '../../../../supabase/functions/_shared/invisible.ts'
import type { ImportReason } from './imported.rules'
import { placeOfWord } from './question-words.rules'

type RightOptions = { places: number[] } | { reason: Pick<ImportReason, 'code' | 'value'> }

/** As long as ten options with their blanks. */
const LONGEST = 6_000

/** A text as it reads: blanks, quotes, capitals and a full stop at its end aside. */
const asRead = (text: string): string =>
  stripInvisible(text)
    .replace(/[׳‘’]/g, "'")
    .replace(/''|[״“”„]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()

/** Where a word says one thing as a place and another as the text of an option, it says neither. */
function rightOption(word: string, options: readonly string[]): RightOptions {
  const texts = options.flatMap((option, at) =>
    asRead(option) !== '' && asRead(option) === asRead(word) ? [at + 1] : [],
  )
  const place = placeOfWord(word)
  if (texts.length > 1) return { reason: { code: 'RIGHT_AMBIGUOUS', value: word } }
  const [text] = texts
  if (text !== undefined)
    return place === undefined || place === text || !options[place - 1]
      ? { places: [text] }
      : { reason: { code: 'RIGHT_AMBIGUOUS', value: word } }
  if (place === undefined) return { reason: { code: 'RIGHT_UNKNOWN', value: word } }
  if (place < 1 || place > options.length) return { reason: { code: 'RIGHT_OUTSIDE', value: word } }
  return options[place - 1]?.trim() ? { places: [place] } : { reason: { code: 'RIGHT_OF_EMPTY', value: word } }
}

/** `1 3`, `א,ג`, `A;C`, `1 ו־3`, `א+ג`, `ACD` and one answer a line. */
function wordsOf(right: string, options: readonly string[]): string[] {
  const capitals = /^[A-J]{2,}$/.exec(right.trim())
  if (capitals && new Set(right.trim()).size === right.trim().length) return [...right.trim()]
  const lines = right.split(/[\n|;]/).filter((line) => line.trim())
  if (lines.length > 1) return lines
  const byComma = right.split(/,|\+|&/).filter((part) => part.trim())
  if (byComma.length > 1) return byComma.flatMap((part) => wordsOf(part, options))
  const places = right
    .trim()
    .split(/\s+(?:ו[-־]?\s*(?=\d|[א-י](?!\S)))?|\s+and\s+/)
    .filter(Boolean)
  return places.length > 1 && places.every((place) => placeOfWord(place) !== undefined) ? places : [right]
}

/**
 * The options that a cell says are right, by their places, letters or texts, counted from 1 and in the order of options.
 * Never fewer than it names: what is unknown, outside, empty or can be read in two ways is a reason.
 */
export function rightOptions(right: string, options: readonly string[]): RightOptions {
  if (right.length > LONGEST) return { reason: { code: 'RIGHT_UNKNOWN', value: right.slice(0, 60) } }
  const whole = rightOption(right, options)
  const words = wordsOf(right, options)
  if (words.length < 2) return whole
  if ('places' in whole) return whole
  const found = words.map((word) => rightOption(word, options))
  const wrong = found.find((one) => 'reason' in one)
  if (wrong) return wrong
  const places = found.flatMap((one) => ('places' in one ? one.places : []))
  return { places: [...new Set(places)].sort((one, other) => one - other) }
}

const ELLIPSIS = '…'

/** What may not stand before the mark: space, and signs that lead on to words that were cut off. */
const LOOSE_END = /[\s.,;:!?([\-–—־]+$/u
/** The end of a number that may go on behind the cut. */
const NUMBER_END = /[\d.,%₪$€]+$/u

/**
 * A text of at most `length` characters, the mark of what was cut off among them [9-28]. It ends with a whole word, so
 * that no number is shown as another one; a single word that is too long is cut where it has to be. Characters are
 * whole code points, so that no sign is torn.
 */
export function cutText(text: string, length: number): string {
  const characters = Array.from(text.trim())
  if (characters.length <= length) return characters.join('')
  const kept = characters.slice(0, length - 1).join('')
  const words = /\s/.test(characters[length - 1] ?? '') ? kept : kept.replace(/\s\S*$/u, '')
  const whole = words.replace(LOOSE_END, '')
  return (/\s/.test(kept) && whole ? whole : kept.replace(NUMBER_END, '').trimEnd()) + ELLIPSIS
}

/** First letters of the first two words of a name, for the place of a missing portrait. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
}

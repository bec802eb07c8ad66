const ELLIPSIS = '…'

/**
 * Cuts a text to at most `length` characters of it, at the end of a word where one ends near, and marks the cut.
 * Characters are whole code points, so that no sign is torn; the mark is not counted [9-28].
 */
export function cutText(text: string, length: number): string {
  const characters = Array.from(text.trim())
  if (characters.length <= length) return characters.join('')
  const kept = characters.slice(0, length).join('')
  const wordEnd = /\s/.test(characters[length] ?? '') ? kept.length : kept.search(/\s+\S*$/)
  const atWord = wordEnd > length * 0.7 ? kept.slice(0, wordEnd) : kept
  return `${atWord.trimEnd().replace(/[\s,;:.–-]+$/, '')}${ELLIPSIS}`
}

/** First letters of the first two words of a name, for the place of a missing portrait. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
}

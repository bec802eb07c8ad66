const ELLIPSIS = '…'

/**
 * The first `length` characters of a text, with a mark where more was cut off; a space before the mark is dropped.
 * Characters are whole code points, so that no sign is torn; the mark is not counted [9-28].
 */
export function cutText(text: string, length: number): string {
  const characters = Array.from(text.trim())
  if (characters.length <= length) return characters.join('')
  return characters.slice(0, length).join('').trimEnd() + ELLIPSIS
}

/** First letters of the first two words of a name, for the place of a missing portrait. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
}

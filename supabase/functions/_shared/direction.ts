const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const LETTER = /\p{L}/u

/**
 * Which way a text runs: right to left with any Hebrew (or Arabic) letter in it, wherever it stands; left to right without
 * one. Browsers' `auto` looks at the first letter alone, and a Hebrew sentence that begins with a ticker is turned around.
 * @returns undefined for a text without a sign, which runs as what is around it
 */
export function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  if (text.trim() === '') return undefined
  return RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'
}

/**
 * The text with a mark (U+200F) before it when others would lay it out by its first letter and turn it around: for places
 * that take no markup, such as titles of pages and subjects of mails.
 */
export function withDirectionMark(text: string): string {
  const first = LETTER.exec(text)?.[0] ?? ''
  return RIGHT_TO_LEFT.test(text) && !RIGHT_TO_LEFT.test(first) ? `\u200f${text}` : text
}

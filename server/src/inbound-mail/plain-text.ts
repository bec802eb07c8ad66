/** More of a mail is never looked at; a person writes some thousand letters. */
const MOST_LETTERS = 200_000
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g
/** What no keyboard types: controls but tab and line end, and signs that turn directions or hide; joined emojis keep theirs. */
const UNSEEN = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu

/** Text of a mail as lines of visible letters, of which PostgreSQL stores every one: no NUL, no half of a pair. */
export function plainWords(text: string): string {
  return text
    .slice(0, MOST_LETTERS)
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(UNSEEN, '')
    .replaceAll('\u00a0', ' ')
    .normalize('NFC')
}

/** One line of a header: name, subject, type or name of a file. */
export const plainLine = (text: string): string => plainWords(text.slice(0, 2_000)).replace(/\s+/g, ' ').trim()

/** At most so many letters of a text, without half of a pair where it was cut. */
export const firstOf = (text: string, most: number): string => text.slice(0, most).toWellFormed()

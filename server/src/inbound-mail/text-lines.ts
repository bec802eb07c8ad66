import type { Body, BodyText } from './body-parts.ts'
import { htmlLines, type Line } from './html-lines.ts'
import { plainWords } from './plain-text.ts'
import { clearSigned } from './worded-parts.ts'

/** A plain text that has fewer of its page's words than this stands in for it: "Please view this mail in HTML". */
const MOST_MISSING = 0.5
const WORD = /[\p{L}\p{N}]{2,}/gu
const MOST_WORDS = 20_000

/**
 * The lines of a mail, of its plain text or, where that stands in for the page or does not show what is quoted, of the page.
 * @returns also `more`: a plain text that was left out and has a word of its own
 */
export function linesOf({ texts }: Body): { lines: Line[]; more: string } {
  const chosen = texts.map(chosenOf)
  const lines = chosen.flatMap((one, at) => (at > 0 ? [{ text: '' }, ...one.lines] : one.lines))
  return {
    lines,
    more: chosen
      .map(({ more }) => more)
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** All that the texts of a mail hold, also what is more than a thread takes. */
export const wholeOf = ({ texts }: Body): string =>
  texts
    .map(({ plain = '', html = '' }) =>
      plain.trim()
        ? plain.replaceAll('\0', '')
        : htmlLines(html)
            .map(({ text }) => text)
            .join('\n'),
    )
    .join('\n\n')

function chosenOf({ plain = '', html = '' }: BodyText): { lines: Line[]; more: string } {
  const signed = clearSigned(plainWords(plain))
  const text = signed?.words ?? plainWords(plain)
  const plainLines = text.split('\n').map((line): Line => ({ text: line.trimEnd() === '--' ? line : line.trimEnd() }))
  if (!html.trim()) return { lines: plainLines, more: signed?.signature ?? '' }
  const page = htmlLines(html).map((line): Line => ({ ...line, text: plainWords(line.text) }))
  const shown = page.map((line) => line.text).join('\n')
  if (!text.trim()) return { lines: page, more: '' }
  if (!shown.trim()) return { lines: plainLines, more: '' }
  const [ofText, ofPage] = [wordsIn(text), wordsIn(shown)]
  const isMarked = plainLines.some((line) => line.text.startsWith('>'))
  const showsQuotation = !isMarked && page.some(({ mark }) => mark === 'quoted')
  if (shareOf(ofPage, ofText) <= MOST_MISSING && !showsQuotation) return { lines: plainLines, more: '' }
  return { lines: page, more: [...ofText].every((word) => ofPage.has(word)) ? '' : text.trim() }
}

const wordsIn = (text: string): Set<string> => {
  const words = new Set<string>()
  for (const [word] of text.matchAll(WORD)) if (words.size < MOST_WORDS) words.add(word.toLowerCase())
  return words
}

/** How many of the words of one text are not in another, as a share. */
const shareOf = (of: Set<string>, others: Set<string>): number =>
  of.size === 0 ? 0 : [...of].filter((word) => !others.has(word)).length / of.size

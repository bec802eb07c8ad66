import type { Line } from './html-lines.ts'
import {
  isBreak,
  isDevice,
  isForward,
  isFrom,
  isHeaderBlock,
  isQuoteSentence,
  isRule,
  isSignature,
} from './quote-patterns.ts'

/** The words that a person added, and what their program put beneath: what they answer to, and how they sign. */
export type NewWords = { words: string; rest: string }

/** A sentence before a quotation may be broken over so many lines. */
const LINES_OF_A_SENTENCE = 4
/** What stands beneath `--` is how somebody signs while it is no longer than this. */
const LINES_OF_A_SIGNATURE = 10
const LETTERS_OF_A_SIGNATURE = 600
/** Lines of headers that Outlook writes above what it quotes; blank ones may stand between. */
const LINES_OF_HEADERS = 12
/** By which somebody says that they wrote into what they answer to: nothing is folded then. */
const WRITTEN_WITHIN =
  /\b(?:(?:see|my|answers?|comments?|replies) (?:my )?(?:answers? |comments? |replies )?(?:are )?(?:below|inline|in (?:red|blue|bold|green)))\b|בגוף ה(?:הודעה|מייל|אימייל|דברים)|תשובותי[יי]? (?:למטה|בהמשך|בצבע)|עניתי (?:למטה|בצבע|באדום|בכחול)|(?:מסומן|כתוב|כתבתי|צבוע) ב(?:אדום|כחול|ירוק|צבע)|ראו למטה|ci-dessous|dans le texte|ниже|в тексте письма|أدناه/iu

/**
 * Parts what a person wrote from what their program quoted and signed. Answers between quoted lines and beneath them are
 * their words; so is all of a mail that answers none, and what they forward. Where nothing would stay, nothing is folded.
 * @param kind `answer`: only an answer has a quotation
 */
export function newWords(lines: Line[], kind: 'answer' | 'forward' | 'first'): NewWords {
  const whole = tidy(lines.map(({ text }) => text))
  if (kind === 'forward') return { words: whole, rest: '' }
  const { own, quoted, within } =
    kind === 'answer' ? withoutQuotation(lines) : { own: [lines], quoted: [], within: false }
  const signed = own.map((stretch) => withoutSignature(stretch.map(({ text }) => text)))
  const words = tidy(signed.flatMap(({ kept }) => ['', ...kept]))
  if (!words || (quoted.length > 0 && WRITTEN_WITHIN.test(words) && !within)) return { words: whole, rest: '' }
  return { words, rest: tidy([...signed.flatMap(({ rest }) => rest), ...quoted]) }
}

/** Stretches of own lines, what is folded, and whether own lines stand within what is quoted or beneath it. */
type Parted = { own: Line[][]; quoted: string[]; within: boolean }

function withoutQuotation(lines: Line[]): Parted {
  const texts = lines.map(({ text }) => text)
  // One line that begins with the sign is a number as often as a quotation, unless all begins with it.
  const isFirst = isMarked(texts.find((text) => text.trim() !== '') ?? '')
  const hasQuoted = isFirst || lines.some(({ mark }) => mark === 'quoted') || texts.filter(isMarked).length > 1
  for (const [at, { text, mark }] of lines.entries()) {
    if (isForward(text)) return { own: [lines], quoted: [], within: false }
    if (mark === 'quoted' || (hasQuoted && isMarked(text))) return aroundQuoted(lines, at, at)
    if (mark === 'break' || isBreak(text) || beginsHeaders(texts, at)) return upTo(lines, at)
    const length = sentenceAt(texts, at)
    if (length === 0) continue
    const next = nextWords(texts, at + length)
    const after = lines[next]
    return after && (after.mark === 'quoted' || after.mark === 'indented' || isMarked(after.text))
      ? aroundQuoted(lines, at, at + length, after.mark === 'indented')
      : upTo(lines, at)
  }
  return { own: [lines], quoted: [], within: false }
}

const isMarked = (text: string): boolean => /^ ?>/.test(text)

const upTo = (lines: Line[], at: number): Parted => ({
  own: [lines.slice(0, at)],
  quoted: lines.slice(at).map(({ text }) => text),
  within: false,
})

/**
 * Lines with a sign before them, or in an element of quotations, are the quotation; between and beneath them the person may
 * have answered. The quotation is folded whole, with the answers where they stood.
 * @param from where it begins, @param sentence where its first sentence ends
 */
function aroundQuoted(lines: Line[], from: number, sentence: number, withIndented = false): Parted {
  const isQuoted = ({ text, mark }: Line, at: number) =>
    at < sentence || mark === 'quoted' || (withIndented && mark === 'indented') || isMarked(text)
  const own: Line[][] = [lines.slice(0, from)]
  let stretch: Line[] = []
  let last = from
  for (const [at, line] of lines.entries()) {
    if (at < from) continue
    if (line.mark === 'break' || isBreak(line.text) || beginsHeaders(textsFrom(lines, at), 0)) {
      last = lines.length - 1
      break
    }
    if (!isQuoted(line, at)) stretch.push(line)
    else {
      last = at
      if (stretch.length > 0) own.push(stretch)
      stretch = []
    }
  }
  own.push(stretch)
  const within = own.slice(1).some((one) => one.some(({ text }) => text.trim() !== ''))
  return { own, quoted: lines.slice(from, last + 1).map(({ text }) => text), within }
}

const textsFrom = (lines: Line[], at: number): string[] =>
  lines.slice(at, at + LINES_OF_HEADERS).map(({ text }) => text)

/** Whether a quoted mail begins with its headers here, or with a line above them. */
function beginsHeaders(texts: string[], at: number): boolean {
  const isRuled = isRule(texts[at] ?? '')
  const from = isRuled ? nextWords(texts, at + 1) : at
  if (isRuled && isFrom(texts[from] ?? '')) return true
  return isHeaderBlock(texts.slice(from, from + LINES_OF_HEADERS).filter((line) => line.trim() !== ''))
}

function nextWords(texts: string[], from: number): number {
  let next = from
  while (next < texts.length && next < from + LINES_OF_HEADERS && texts[next]?.trim() === '') next++
  return next
}

/** How many lines the sentence before a quotation has that begins here; 0 for none. */
function sentenceAt(texts: string[], at: number): number {
  let sentence = ''
  for (let length = 1; length <= LINES_OF_A_SENTENCE; length++) {
    const line = texts[at + length - 1]?.trim()
    if (!line) return 0
    sentence = length === 1 ? line : `${sentence} ${line}`
    // Words of the person above it are none of its lines.
    if (isQuoteSentence(sentence)) return length > 1 && sentenceAt(texts, at + 1) === length - 1 ? 0 : length
  }
  return 0
}

/** Takes out the line of a device where it is the last, and beneath `--` a few lines by which somebody signs. */
function withoutSignature(texts: string[]): { kept: string[]; rest: string[] } {
  const from = texts.findLastIndex(isSignature)
  const beneath = texts.slice(from)
  const isShort =
    from >= 0 && beneath.length <= LINES_OF_A_SIGNATURE + 1 && beneath.join('\n').length <= LETTERS_OF_A_SIGNATURE
  let end = isShort ? from : texts.length
  while (end > 0 && (texts[end - 1]?.trim() === '' || isDevice(texts[end - 1] ?? ''))) end--
  return { kept: texts.slice(0, end), rest: texts.slice(end) }
}

const tidy = (lines: string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

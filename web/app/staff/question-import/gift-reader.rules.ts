import { type GiftBlock, giftBlocks, showEscapes, topicOfCategory } from './gift-blocks.rules'
import { type PlainText, textOfFormat } from './html-text.rules'
import { type Imported, type ImportNote, type ImportReason, MOST_QUESTIONS } from './imported.rules'
import {
  acceptedOfAnswers,
  choiceOfAnswers,
  decimalOf,
  type Made,
  type MoodleAnswer,
  matchingOfPairs,
  type NumberAnswer,
  numberOfAnswers,
} from './moodle-answers.rules'
import { withGaps } from './question-rows.rules'
import { unitOfWord } from './question-words.rules'

const refused = (code: ImportReason['code'], value?: string): Made => ({ reasons: [{ code, ...(value && { value }) }] })
const FORMAT = /^\s*\[(html|markdown|plain|moodle)\]/i

/** Stands for the braces while the words around them are read. */
const PLACE = '\ue00e'

/** The text with the gap where the braces stand, unless it shows one itself; below the words where these are whole. */
function textInGap(placed: string): string {
  const bare = placed.replace(PLACE, '')
  if (/_{2,}|\[\[/.test(bare)) return bare
  return placed.replace(new RegExp(`(?<=[.?!:])${PLACE}$`), `\n${PLACE}`).replace(PLACE, '[[a]]')
}

type Texts = { of: (source: string) => string; losses: Set<string> }

/** Reads texts of one question, each in its own format or that of the question, and keeps what was lost. */
function textsOf(format: string): Texts {
  const losses = new Set<string>()
  const of = (source: string) => {
    const own = FORMAT.exec(source)
    const read: PlainText = textOfFormat(showEscapes(source.replace(FORMAT, '')), (own?.[1] ?? format).toLowerCase())
    for (const loss of read.losses) losses.add(loss)
    return read.text
  }
  return { of, losses }
}

/** The reasons and notes of what has no place in a text. */
export const reasonsOfLosses = (losses: ReadonlySet<string>): ImportReason[] =>
  (['PICTURE', 'MEDIA', 'FORMULA_TEX'] as const).filter((code) => losses.has(code)).map((code) => ({ code }))
export const notesOfLosses = (losses: ReadonlySet<string>): ImportNote[] =>
  (['LINK', 'TABLE'] as const).filter((code) => losses.has(code)).map((code) => ({ code }))

/** Answers `=right`, `~wrong`, `~%50%part`, each with `#feedback`. */
function answersOf(source: string, texts: Texts): MoodleAnswer[] | undefined {
  // `~=` is written for `=`.
  const pieces = source
    .replace(/~\s*(?==)/g, '')
    .split(/(?=[~=])/)
    .filter((piece) => piece.trim())
  if (pieces.some((piece) => !/^[~=]/.test(piece))) return undefined
  return pieces.map((piece) => {
    const [, sign = '', percent, rest = ''] = /^([~=])\s*(?:%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(piece) ?? []
    const [text = '', ...feedback] = rest.split('#')
    return {
      text: texts.of(text),
      percent: percent === undefined ? (sign === '=' ? 100 : 0) : Number(percent),
      feedback: texts.of(feedback.join('#')),
    }
  })
}

/** `3.14:0.01`, `3.13..3.15`, or several with `=` and shares. */
function numbersOf(source: string, texts: Texts): NumberAnswer[] | string {
  const isList = /^\s*[=~]/.test(source)
  const pieces = isList ? source.split(/(?=[~=])/).filter((piece) => piece.trim()) : [source]
  const read: NumberAnswer[] = []
  for (const piece of pieces) {
    const [, sign = '=', percent, rest = ''] = /^\s*([~=]?)\s*(?:%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(piece) ?? []
    const [typed = '', ...feedback] = rest.split('#')
    const share = percent === undefined ? (sign === '~' ? 0 : 100) : Number(percent)
    const words = showEscapes(typed).trim()
    if (words === '*' || (words === '' && share === 0)) continue
    const [low, high] = words.split('..').map(decimalOf)
    const [value, tolerance] = words.split(':').map(decimalOf)
    const of = { percent: share, feedback: texts.of(feedback.join('#')) }
    if (words.includes('..')) {
      if (!low || !high || high.lt(low)) return words
      read.push({ value: low.plus(high).div(2), tolerance: high.minus(low).div(2), ...of })
    } else {
      if (!value || (words.includes(':') && !tolerance)) return words
      read.push({ value, tolerance: tolerance ?? value.minus(value), ...of })
    }
  }
  return read
}

function pairsOf(source: string, texts: Texts) {
  const pieces = source.split('=').filter((piece) => piece.trim())
  const pairs = pieces.map((piece) => piece.split('->'))
  if (pairs.some(({ length }) => length !== 2)) return undefined
  return pairs.map(([left = '', right = '']) => ({ left: texts.of(left), right: texts.of(right) }))
}

/** What stands in the braces, by its kind (Moodle: qformat_gift::readquestion). */
function madeOf(answer: string, inGap: string, tags: readonly string[], texts: Texts): Made {
  const [source = '', general = ''] = answer.split(/####([\s\S]*)/)
  const why = texts.of(general)
  const body = source.trim()
  if (body === '') return refused('KIND_NOT_OURS', 'essay')
  if (body.startsWith('#')) {
    const numbers = numbersOf(body.slice(1), texts)
    if (typeof numbers === 'string') return refused('NOT_A_NUMBER', numbers)
    const unit = tags.flatMap((tag) => unitOfWord(/^unit=(.+)$/.exec(tag)?.[1] ?? '') ?? [])[0] ?? 'number'
    return numberOfAnswers(numbers, unit, why)
  }
  if (body.includes('~')) {
    const answers = answersOf(body, texts)
    return answers
      ? choiceOfAnswers(answers, body.includes('='), tags.includes('order=keep'), why)
      : refused('SYNTAX', showEscapes(body))
  }
  if (body.includes('=') && body.includes('->')) {
    const pairs = pairsOf(body, texts)
    return pairs ? matchingOfPairs(pairs, why) : refused('SYNTAX', showEscapes(body))
  }
  const [claim = '', wrong = '', right = ''] = body.split('#')
  if (/^(?:T|TRUE|F|FALSE)$/i.test(claim.trim())) {
    const isTrue = /^T/i.test(claim.trim())
    const [ofWrong, ofRight] = [texts.of(wrong) || why, texts.of(right) || why]
    return {
      body: {
        kind: 'true-false',
        right: isTrue,
        why: isTrue ? { true: ofRight, false: ofWrong } : { true: ofWrong, false: ofRight },
      },
    }
  }
  const answers = answersOf(body, texts)
  if (!answers) return refused('SYNTAX', showEscapes(body))
  const { accepted, reasons, notes } = acceptedOfAnswers(answers)
  if (reasons) return { reasons }
  const { text, gaps } = withGaps(inGap)
  if (gaps !== 1) return refused('GAP_PLACES', String(gaps))
  return {
    body: {
      kind: 'fill-in',
      text,
      gaps: [{ id: 'a', why: answers.find(({ percent }) => percent > 0)?.feedback || why, accepted }],
    },
    notes: notes ?? [],
  }
}

function questionOf({ source, category, tags, id, isOpen }: GiftBlock, number: number): Imported {
  const [, title = '', rest = ''] = /^(?:::([\s\S]*?)::)?([\s\S]*)$/.exec(source) ?? []
  const format = (FORMAT.exec(rest)?.[1] ?? 'moodle').toLowerCase()
  const wording = rest.replace(FORMAT, '')
  const texts = textsOf(format)
  const [open, close] = [wording.indexOf('{'), wording.lastIndexOf('}')]
  const hasAnswer = open >= 0 && close > open
  const [before, answer, after] = hasAnswer
    ? [wording.slice(0, open), wording.slice(open + 1, close), wording.slice(close + 1)]
    : [wording, undefined, '']
  const placed = texts.of(`${before}${PLACE}${after}`)
  const whole = placed.replace(PLACE, after.trim() ? '_____' : '').trim()
  const name = showEscapes(title).trim() || whole
  const topicTag = tags.find((tag) => !/^(?:unit|order)=/.test(tag))
  const topic = topicOfCategory(category)
  const common = { place: { number }, name, pool: { key: category, topic, draw: null }, ...(id && { id }) }
  const isBroken = isOpen || /[{}]/.test(answer ?? wording) || before.includes('}') || after.includes('{')
  if (isBroken) return { ...common, reasons: [{ code: 'SYNTAX' }], notes: [] }
  if (answer === undefined) return { ...common, reasons: [{ code: 'KIND_NOT_OURS', value: 'description' }], notes: [] }
  const made = madeOf(answer, textInGap(placed), tags, texts)
  const reasons = [...(made.reasons ?? []), ...reasonsOfLosses(texts.losses)]
  return {
    ...common,
    ...(reasons.length === 0 && { definition: { topic: topicTag ?? topic, text: whole, ...made.body } }),
    reasons,
    notes: [...(made.notes ?? []), ...notesOfLosses(texts.losses)],
  }
}

/** The questions of a file in GIFT, each by its number (docs.moodle.org, GIFT format). */
export const readGift = (text: string): Imported[] =>
  giftBlocks(text)
    .slice(0, MOST_QUESTIONS + 1)
    .map((block, at) => questionOf(block, at + 1))

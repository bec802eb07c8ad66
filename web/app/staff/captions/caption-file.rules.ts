import { decodeText } from './caption-bytes.rules'
import { type CaptionTimes, isBrokenTimes, readTimes } from './caption-times.rules'
import { ALIEN_TAG, readWords } from './caption-words.rules'
import type { Cue } from './cues.rules'
import { unrolled } from './rolling-captions.rules'

/** Why a file of captions is not taken: the line, the first one is 1, and a code of the words. */
export type CaptionFileProblem = {
  line: number
  code: 'ENCODING' | 'HEADER' | 'TIME' | 'NO_TIME' | 'BACKWARDS' | 'MARKUP' | 'TOO_LATE' | 'EMPTY'
}

/** What was repaired in a file or left out of it. */
export type CaptionFix =
  | 'ENCODING'
  | 'HEADER'
  | 'TIMES'
  | 'SEPARATORS'
  | 'BLANKS_WITHIN'
  | 'LOOKS'
  | 'SPEAKERS'
  | 'NOTES'
  | 'WITHOUT_WORDS'
  | 'NO_LENGTH'
  | 'ORDER'
  | 'REPEATED'

/** The captions of a file with what was repaired and how often, or why it is not taken. */
export type CaptionFile = { cues: Cue[]; fixes: Map<CaptionFix, number> } | { problem: CaptionFileProblem }

const HEADER = /^WEBVTT(?:[ \t].*)?$/i
/** Lines at the head of a WebVTT file, also where a blank line parts them from its name: `Kind: captions`. */
const HEADER_LINE = /^[A-Z][\w-]*[ \t]*[:=]/
/** Blocks of WebVTT that are no captions. */
const ASIDE = /^(NOTE|STYLE|REGION)(?:[ \t].*)?$/
const NUMBER = /^\d+[.:)]?$/
const LONG_CLOCK = /^-?\d+:\d+:\d/
const SETTING = String.raw`(?:align|line|position|size|region|vertical|[XY][12]|[ADLST]):\S+`
/** Where a caption stands on the picture: settings of WebVTT, coordinates of SubRip. */
const SETTINGS = new RegExp(`^${SETTING}(?:[ \\t]+${SETTING})*$`, 'i')
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for are these
const UNREADABLE = /[\x00-\x08\x0e-\x1f\uFFFD]/
/** How DOS ends a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for is this
const END_OF_FILE = /\x1a$/
/** Hebrew in UTF-8 that was read as Windows-1252 and saved again. */
const GARBLED = /(?:×[^\s\x20-\x7f×]){3}/
const LAST_SECOND = 86_400
/** Seconds of a caption that has no length. */
const NEW_LENGTH = 2

type Line = { number: number; text: string }
type Draft = { line: number; start: number; end: number; words: string[] }
class Refusal extends Error {
  readonly problem: CaptionFileProblem
  constructor(line: number, code: CaptionFileProblem['code']) {
    super(code)
    this.problem = { line, code }
  }
}

/** The captions of a file of bytes, as `readCaptionFile`; an encoding of old programs counts as repaired. */
export function readCaptionBytes(bytes: Uint8Array): CaptionFile {
  const { text, encoding } = decodeText(bytes)
  const file = readCaptionFile(text)
  if ('fixes' in file && encoding === 'windows-1255') file.fixes.set('ENCODING', 1)
  return file
}

/**
 * The captions of a WebVTT, SubRip or SBV file as programs write them, also where they do not keep to WebVTT (W3C) or to
 * the custom of SubRip, which has no standard. Words are never changed; what else is repaired or left out is counted.
 */
export function readCaptionFile(file: string): CaptionFile {
  const fixes = new Map<CaptionFix, number>()
  const count = (fix: CaptionFix, by = 1) => by > 0 && fixes.set(fix, (fixes.get(fix) ?? 0) + by)
  try {
    const drafts = draftsOf(linesOf(file), count)
    const cues = finished(drafts, count)
    return { cues, fixes }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem }
    throw error
  }
}

/** The lines of a file; Word and old programs break them by other signs, and converters double the one of Windows. */
function linesOf(file: string): Line[] {
  const lines = file
    .replaceAll('\uFEFF', '')
    .replace(END_OF_FILE, '')
    .split(/\r*\n|[\r\v\f\u0085\u2028\u2029]/)
    .map((text, index): Line => ({ number: index + 1, text: text.trim() === '' ? text : text.trim() }))
  const unreadable = lines.find(({ text }) => UNREADABLE.test(text) || GARBLED.test(text))
  if (unreadable) throw new Refusal(unreadable.number, 'ENCODING')
  return lines
}

type Count = (fix: CaptionFix, by?: number) => unknown

/** What stands above the times of the first caption shows how all are named: by nothing, numbers or words. */
type Naming = 'nothing' | 'numbers' | 'words'

/** What a file shows before it is read line by line. */
type Form = { isVtt: boolean; naming: Naming; hasFraction: boolean; followers: Map<Line, Line> }

function formOf(filled: readonly Line[]): Form {
  const [first] = filled
  const isVtt = HEADER.test(first?.text ?? '')
  if (!isVtt && !isSubRip(filled)) throw new Refusal(first?.number ?? 1, 'HEADER')
  const captions = filled.flatMap(({ text, number }, index) => {
    const times = readTimes(text)
    const above = filled[index - 1]
    // Words of one number stand above times too, but an empty line parts them.
    return times ? [{ times, above: index < 3 || above?.number === number - 1 ? (above?.text ?? '') : '' }] : []
  })
  return {
    isVtt,
    naming: namingOf(
      captions.map(({ above }) => above),
      isVtt,
    ),
    hasFraction: captions[0]?.times.hasFraction ?? true,
    followers: new Map(filled.slice(1).map((line, index) => [filled[index] ?? line, line])),
  }
}

/** Where reading is: in which part of the file, what blank lines stand above, and the number of the last caption. */
type Place = { part: 'head' | 'aside' | 'captions'; gap: '' | 'spaces' | 'empty'; named: number; isFirst: boolean }

function draftsOf(lines: readonly Line[], count: Count): Draft[] {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const form = formOf(filled)
  const [head] = form.isVtt ? filled : []
  if (head && (head.number !== 1 || !head.text.startsWith('WEBVTT'))) count('HEADER')
  const drafts: Draft[] = []
  const place: Place = { part: 'captions', gap: 'empty', named: 0, isFirst: true }
  for (const line of lines) {
    const { text, number } = line
    const draft = drafts.at(-1)
    // Parts of a stream are files of their own, one behind the other.
    const isHead = line === head || (head && place.gap !== '' && text.startsWith('WEBVTT') && HEADER.test(text))
    if (isHead) Object.assign(place, { part: 'head', gap: '' })
    else if (text.trim() === '') {
      place.gap = text === '' ? 'empty' : place.gap || 'spaces'
      place.part = 'captions'
    } else {
      const times = timesHere(text, place, form)
      if (times) {
        if (draft && place.gap !== 'empty') count('SEPARATORS')
        drafts.push(newDraft(times, number, count))
        Object.assign(place, { part: 'captions', gap: '', isFirst: false })
      } else if (isWords(line, place, form, count)) {
        if (!draft) throw new Refusal(number, 'NO_TIME')
        if (ALIEN_TAG.test(text)) throw new Refusal(number, 'MARKUP')
        if (place.gap === 'empty') count('BLANKS_WITHIN')
        draft.words.push(text)
        place.gap = ''
      }
    }
  }
  if (drafts.length === 0) throw new Refusal(lines.length, 'EMPTY')
  return drafts
}

/** The times of a line; without a blank line above it must look like the others, for words may be about times. */
function timesHere(text: string, { part, gap }: Place, { hasFraction }: Form): CaptionTimes | undefined {
  const times = readTimes(text)
  const isLikeOthers = times?.hasFraction === hasFraction && (times.rest === '' || SETTINGS.test(times.rest))
  return isLikeOthers || gap !== '' || part === 'head' ? times : undefined
}

function newDraft({ start, end, rest, isStandard }: CaptionTimes, line: number, count: Count): Draft {
  if (end > LAST_SECOND) throw new Refusal(line, 'TOO_LATE')
  if (end < start) throw new Refusal(line, 'BACKWARDS')
  const isPlaced = SETTINGS.test(rest)
  if (!isStandard) count('TIMES')
  if (isPlaced) count('LOOKS')
  return { line, start, end, words: rest === '' || isPlaced ? [] : [rest] }
}

/** Whether a line without times is words of a caption, and not of a head, a note or the name of a caption. */
function isWords(line: Line, place: Place, form: Form, count: Count): boolean {
  const { text, number } = line
  const isExpected = place.gap !== '' || LONG_CLOCK.test(text)
  const isMeantAsTimes = place.part !== 'aside' && isExpected && !readTimes(text) && isBrokenTimes(text)
  if (isMeantAsTimes) throw new Refusal(number, 'TIME')
  if (place.part !== 'captions') return false
  // WebVTT takes the word NOTE above times for the name of a caption.
  const isAboveTimes = readTimes(form.followers.get(line)?.text ?? '') !== undefined
  if (form.isVtt && place.gap !== '' && ASIDE.test(text) && !isAboveTimes) {
    count(text.startsWith('NOTE') ? 'NOTES' : 'LOOKS')
    place.part = 'aside'
    return false
  }
  if (isName(line, place, form)) {
    place.named = Number.parseInt(text, 10)
    return false
  }
  return !(form.isVtt && place.isFirst && HEADER_LINE.test(text))
}

/** A file without a name begins with times, or with a number or a name above them. */
const isSubRip = ([first, second]: readonly Line[]): boolean => {
  const isTimes = (line: Line | undefined) =>
    line !== undefined && (readTimes(line.text) !== undefined || isBrokenTimes(line.text))
  return isTimes(first) || (NUMBER.test(first?.text ?? '') && isTimes(second))
}

/** How captions are named, by the lines above their times; numbers may begin late. */
function namingOf(above: readonly string[], isVtt: boolean): Naming {
  const [first = ''] = above
  const numbers = above.filter((text) => NUMBER.test(text)).length
  if (NUMBER.test(first) || numbers * 2 >= above.length) return 'numbers'
  return isVtt && first !== '' && !HEADER.test(first) && !HEADER_LINE.test(first) ? 'words' : 'nothing'
}

/** Whether a line, above times or the last of the file, is the name of a caption and not of its words. */
function isName(line: Line, { gap, named, isFirst }: Place, { naming, followers }: Form): boolean {
  const next = followers.get(line)
  const isAbove = next !== undefined && (readTimes(next.text) !== undefined || isBrokenTimes(next.text))
  if (naming === 'numbers') {
    const isNext = Number.parseInt(line.text, 10) === named + 1
    return NUMBER.test(line.text) && (isAbove ? gap !== '' || isNext : next === undefined && gap !== '' && isNext)
  }
  const isDirectlyAbove = isAbove && gap !== '' && next.number === line.number + 1
  return isDirectlyAbove && (isFirst || naming === 'words')
}

/** Captions with their words, in the order of time, each line once. */
function finished(drafts: readonly Draft[], count: Count): Cue[] {
  const cues: Cue[] = []
  for (const { start, end, words } of drafts) {
    const { text, hadLook, hadSpeaker } = readWords(words)
    if (hadLook) count('LOOKS')
    if (hadSpeaker) count('SPEAKERS')
    if (text === '') count('WITHOUT_WORDS')
    else cues.push({ start, end, text })
  }
  if (cues.length === 0) throw new Refusal(drafts.at(-1)?.line ?? 1, 'EMPTY')
  count('ORDER', cues.filter(({ start }, index) => start < (cues[index - 1]?.start ?? 0)).length)
  const sorted = cues.toSorted((a, b) => a.start - b.start)
  const single = sorted.filter((cue, index) => !sorted.slice(Math.max(0, index - 3), index).some(isSame(cue)))
  const { cues: unrepeated, repeated } = unrolled(single)
  count('REPEATED', repeated + sorted.length - single.length)
  return unrepeated.map((cue, index) => {
    if (cue.end > cue.start) return cue
    count('NO_LENGTH')
    const next = unrepeated.slice(index, index + 20).find(({ start }) => start > cue.start)
    return { ...cue, end: Math.min(cue.start + NEW_LENGTH, next?.start ?? Number.POSITIVE_INFINITY) }
  })
}

const isSame = (cue: Cue) => (other: Cue) =>
  other.start === cue.start && other.end === cue.end && other.text === cue.text

import { type CaptionCue, parseCaptions } from '~/course/player/captions.rules'

/** A caption under work: when it is read, in seconds, and its words, lines parted by a break. */
export type Cue = { start: number; end: number; text: string }

/** A track of captions as a lesson keeps it. */
export type StoredTrack = { lang: string; label: string; vtt: string }

/** What makes a caption hard to read: too fast, a long line, many lines, short, over the next one, or without words. */
export type CueTrouble = 'fast' | 'long' | 'lines' | 'short' | 'overlap' | 'empty'

/** Characters a second that most people read along with a film. */
const READING_SPEED = 17
const LONGEST_LINE = 42
const MOST_LINES = 2
const SHORTEST = 0.8

const two = (value: number) => String(value).padStart(2, '0')

/** A time of WebVTT: `00:01:02.500`. */
export function vttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const whole = Math.floor(milliseconds / 1000)
  const rest = String(milliseconds % 1000).padStart(3, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${rest}`
}

/** What a person types for a time, `1:02.5` or `62.5`, in seconds; undefined for what is none. */
export function typedTime(text: string): number | undefined {
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim()) ?? []
  if (seconds === undefined) return undefined
  const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
  return toMilliseconds(time)
}

/** A time as it is shown and typed: `1:02.5`. */
export function shownTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const minutes = Math.floor(milliseconds / 60_000)
  const [whole = '0', fraction] = ((milliseconds % 60_000) / 1000).toString().split('.')
  return `${minutes}:${whole.padStart(2, '0')}${fraction ? `.${fraction}` : ''}`
}

/** The captions of a stored track, as the player reads it. */
export const readCues = (vtt: string): Cue[] => parseCaptions(vtt).map(toCue)

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

const toCue = ({ start, end, lines }: CaptionCue): Cue => ({
  start: toMilliseconds(start),
  end: toMilliseconds(end),
  text: lines.join('\n'),
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const written = ({ start, end, text }: Cue) =>
  `${vttTime(start)} --> ${vttTime(end)}\n${escaped(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')}`

/** Captions as a WebVTT text, in their order; those without words are left out. */
export const writeCues = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...inOrder(cues)
      .filter(({ text }) => text.trim() !== '')
      .map(written),
  ].join('\n\n')

export const inOrder = (cues: readonly Cue[]): Cue[] => [...cues].sort((a, b) => a.start - b.start)

/** Two captions in place of one, parted at a place of its words; the time goes with the number of characters. */
export function splitCue(cues: readonly Cue[], index: number, place: number): Cue[] {
  const cue = cues[index]
  if (!cue) return [...cues]
  const [before, after] = [cue.text.slice(0, place).trim(), cue.text.slice(place).trim()]
  if (before === '' || after === '') return [...cues]
  const share = before.length / (before.length + after.length)
  const middle = toMilliseconds(cue.start + (cue.end - cue.start) * share)
  return cues.toSpliced(index, 1, { ...cue, end: middle, text: before }, { ...cue, start: middle, text: after })
}

/** One caption in place of one and the next. */
export function mergeCues(cues: readonly Cue[], index: number): Cue[] {
  const [cue, next] = [cues[index], cues[index + 1]]
  if (!cue || !next) return [...cues]
  const joined = { start: cue.start, end: Math.max(cue.end, next.end), text: `${cue.text}\n${next.text}`.trim() }
  return cues.toSpliced(index, 2, joined)
}

/** All captions from one on, moved by seconds; none before the start of the film. */
export const shiftCues = (cues: readonly Cue[], from: number, by: number): Cue[] =>
  cues.map((cue, index) => {
    if (index < from) return cue
    const start = Math.max(0, toMilliseconds(cue.start + by))
    return { ...cue, start, end: Math.max(start + 0.1, toMilliseconds(cue.end + by)) }
  })

/** What is hard to read in a caption that stands before `next`. */
export function cueTroubles({ start, end, text }: Cue, next: Cue | undefined): CueTrouble[] {
  const lines = text.split('\n')
  const length = text.replaceAll('\n', ' ').trim().length
  const seconds = end - start
  const found: [CueTrouble, boolean][] = [
    ['empty', length === 0],
    ['overlap', next !== undefined && end > next.start],
    ['short', seconds < SHORTEST],
    ['fast', length / Math.max(seconds, 0.1) > READING_SPEED],
    ['long', lines.some((line) => line.trim().length > LONGEST_LINE)],
    ['lines', lines.length > MOST_LINES],
  ]
  return found.filter(([, is]) => is).map(([trouble]) => trouble)
}

const ENDS_SENTENCE = /[.!?:]["״”']?$/
const LONGEST_SENTENCE = 240

/** The sentences that captions say, for the transcript: joined until a sentence ends or grows long. */
export function transcriptOfCues(cues: readonly Cue[]): Cue[] {
  const sentences: Cue[] = []
  for (const { start, end, text } of inOrder(cues)) {
    const words = text.replaceAll('\n', ' ').replace(/\s+/g, ' ').trim()
    if (words === '') continue
    const last = sentences.at(-1)
    const isOver = !last || ENDS_SENTENCE.test(last.text) || last.text.length + words.length > LONGEST_SENTENCE
    if (isOver) sentences.push({ start, end, text: words })
    else sentences[sentences.length - 1] = { start: last.start, end, text: `${last.text} ${words}` }
  }
  return sentences
}

const LINE_LENGTH = 38

/** Captions that say a transcript: of each sentence pieces of at most two short lines, its time shared by their length. */
export function cuesOfTranscript(sentences: readonly Cue[]): Cue[] {
  return sentences.flatMap(({ start, end, text }) => {
    const pieces = piecesOf(text)
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
    let at = start
    return pieces.map((piece) => {
      const begins = at
      at = Math.min(end, toMilliseconds(at + ((end - start) * piece.length) / Math.max(1, total)))
      return { start: begins, end: at, text: piece }
    })
  })
}

function piecesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1]].filter(Boolean).join('\n')] : []))
}

/** Languages of captions, each by its own name, in the order in which students choose among them. */
export const CAPTION_LANGUAGES = {
  he: 'עברית',
  ar: 'العربية',
  ru: 'Русский',
  en: 'English',
  fr: 'Français',
  am: 'አማርኛ',
} as const
export type CaptionLanguage = keyof typeof CAPTION_LANGUAGES
export const captionLanguages = Object.keys(CAPTION_LANGUAGES) as CaptionLanguage[]

/** The captions of a lesson in a language. */
export const cuesIn = (tracks: readonly StoredTrack[], language: CaptionLanguage): Cue[] =>
  readCues(tracks.find(({ lang }) => lang === language)?.vtt ?? '')

/** The tracks with other captions in a language; without any, none of it. */
export function withCues(
  tracks: readonly StoredTrack[],
  language: CaptionLanguage,
  cues: readonly Cue[],
): StoredTrack[] {
  const others = tracks.filter(({ lang }) => lang !== language)
  const spoken = cues.filter(({ text }) => text.trim() !== '')
  if (spoken.length === 0) return others
  const order = Object.keys(CAPTION_LANGUAGES)
  const place = (lang: string) => order.indexOf(lang) + (order.includes(lang) ? 0 : order.length + 1)
  const written = { lang: language, label: CAPTION_LANGUAGES[language], vtt: writeCues(spoken) }
  return [...others, written].toSorted((a, b) => place(a.lang) - place(b.lang))
}

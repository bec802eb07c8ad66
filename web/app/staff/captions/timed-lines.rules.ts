import { type Cue, shownTime, typedTime } from './cues.rules'

const LINE = /^(\S+)\s+(\S.*)$/
const LINE_WITH_END = /^(\S+?)[-–](\S+)\s+(\S.*)$/

/** Sentences as lines that a person writes: `0:04.5 text`, and `0:04.5-0:07 text` where a pause follows. */
export const writeTimedLines = (sentences: readonly Cue[]): string =>
  sentences
    .map(({ start, end, text }, index) => {
      const follows = sentences[index + 1]?.start === end
      return `${shownTime(start)}${follows ? '' : `-${shownTime(end)}`} ${text.replace(/\s+/g, ' ').trim()}`
    })
    .join('\n')

/** The sentences of such lines; undefined where one is none, or they do not stand in the order of time. */
export function readTimedLines(lines: string): Cue[] | undefined {
  const rows = rowsOf(lines).map((row) => {
    const [, start, end, text] = LINE_WITH_END.exec(row) ?? []
    if (start && end && text && typedTime(end) !== undefined)
      return { start: typedTime(start), end: typedTime(end), text }
    const [, alone = '', words] = LINE.exec(row) ?? []
    return { start: typedTime(alone), end: undefined, text: words }
  })
  const sentences = rows.map(({ start, end, text }, index) => {
    const until = end ?? rows[index + 1]?.start ?? (start === undefined ? undefined : start + 5)
    return start !== undefined && until !== undefined && text && until > start ? { start, end: until, text } : undefined
  })
  const known = sentences.filter((sentence) => sentence !== undefined)
  const inTime = known.every(({ start }, index) => start >= (known[index - 1]?.start ?? 0))
  return known.length === sentences.length && inTime ? known : undefined
}

type Chapter = { start: number; title: string }

/** Chapters as lines that a person writes: `1:05 title`. */
export const writeChapterLines = (chapters: readonly Chapter[]): string =>
  chapters.map(({ start, title }) => `${shownTime(start)} ${title}`).join('\n')

/** The chapters of such lines: whole seconds that rise from 0, titles of up to 80 characters; undefined otherwise. */
export function readChapterLines(lines: string): Chapter[] | undefined {
  const chapters = rowsOf(lines).map((row) => {
    const [, clock = '', title = ''] = LINE.exec(row) ?? []
    return { start: typedTime(clock) ?? -1, title }
  })
  const fits = chapters.every(
    ({ start, title }, index) =>
      Number.isInteger(start) && title !== '' && title.length <= 80 && start > (chapters[index - 1]?.start ?? -1),
  )
  return fits && chapters.length <= 40 && (chapters[0]?.start ?? 0) === 0 ? chapters : undefined
}

const rowsOf = (lines: string) =>
  lines
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)

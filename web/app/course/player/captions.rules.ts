/** One caption and when it is to be read, in seconds of media time. */
export type CaptionCue = { start: number; end: number; lines: readonly string[] }

const CUE = /^(\S+)\s+-->\s+(\S+).*\n((?:.*\S.*(?:\n|$))*)/gm
/** Tags that WebVTT and SubRip have; any other `<` belongs to the words. */
const TAGS = /<\/?([bcisuv]|ruby|rt|lang|font)([. ][^<>]*)?>|<\d+:[\d:.]+>/gi
const REFERENCES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', '\u00a0'],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
])

/** Reads the captions of a stored WebVTT text; what is no cue (headers, notes, styles) and all markup are left out. */
export function parseCaptions(vtt: string): CaptionCue[] {
  return [...vtt.replace(/\r\n?/g, '\n').matchAll(CUE)]
    .map(([, start = '', end = '', words = '']) => ({
      start: secondsOf(start),
      end: secondsOf(end),
      lines: words.split('\n').map(plainLine).filter(Boolean),
    }))
    .filter(({ start, end, lines }) => start + end >= 0 && lines[0])
    .sort((a, b) => a.start - b.start)
}

/** The lines that are to be read at a second. */
export function captionLinesAt(cues: readonly CaptionCue[], seconds: number): readonly string[] {
  return cues.filter(({ start, end }) => start <= seconds && seconds < end).flatMap(({ lines }) => lines)
}

/** The first moment after `seconds` at which the lines change; Infinity when they never do again. */
export function nextCaptionChange(cues: readonly CaptionCue[], seconds: number): number {
  return Math.min(...cues.flatMap(({ start, end }) => [start, end]).filter((moment) => moment > seconds))
}

const secondsOf = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** The words of a line of captions: without tags, character references as what they stand for. */
export const plainLine = (row: string): string =>
  row
    .replace(TAGS, '')
    .replace(/&(\w+);/g, (whole, name: string) => REFERENCES.get(name) ?? whole)
    .trim()

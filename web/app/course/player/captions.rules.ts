/** One caption and when it is to be read, in seconds of media time. */
export type CaptionCue = { start: number; end: number; lines: readonly string[] }

const TIMING = /^((?:\d+:)?\d\d:\d\d\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d\d:\d\d\.\d{3})/
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Reads the captions of a WebVTT text; what is no cue (headers, notes, styles) and all markup are left out. */
export function parseCaptions(vtt: string): CaptionCue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const rows = block.split('\n')
      const at = rows.findIndex((row) => row.includes('-->'))
      const [, start, end] = TIMING.exec(rows[at] ?? '') ?? []
      const lines = rows
        .slice(at + 1)
        .map(plain)
        .filter(Boolean)
      return start && end && lines.length > 0 ? [{ start: secondsOf(start), end: secondsOf(end), lines }] : []
    })
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

const plain = (row: string) =>
  row
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim()

/** The times of a caption in seconds, and what stands behind them on their line. */
export type CaptionTimes = {
  start: number
  end: number
  rest: string
  /** Whether they are written as WebVTT or SubRip want it. */
  isStandard: boolean
  hasFraction: boolean
}

/** Marks of direction, which editors of Hebrew put around times. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Blanks around the signs, of any width, as translation services put them. */
const GAP = String.raw`[ \t\u00a0]{0,3}`
const COLON = `${GAP}[:：]${GAP}`
const CLOCK = String.raw`(?:(\d{1,4})${COLON})?(\d{1,3})${COLON}(\d{1,2})(?:${GAP}(?:[.,，]${GAP}(\d{1,3}|\d{6})|[:;](\d{3})))?`
/** `-->` as it is typed, corrected by Word (also to its letter of Wingdings), or escaped; a comma in SBV of YouTube. */
const ARROW = String.raw`(?:[-=–—−‐‑]{1,3} {0,2}[-–—]?(?:>|&gt;|›)|→|⟶|⇒|à|\uf0e0)`
const TIMES = new RegExp(`^${CLOCK}(?:${GAP}${ARROW}${GAP}|,)${CLOCK}(?!\\d|[:.,]\\d)(.*)$`)
const STANDARD = /^(?:\d{2,}:)?[0-5]\d:[0-5]\d[.,]\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?[0-5]\d:[0-5]\d[.,]\d{3}(?:[ \t]|$)/
const BROKEN = new RegExp(`^-?\\d+:\\d+\\S*\\s*${ARROW}|^\\S{0,12}\\s*${ARROW}\\s*-?\\d+:\\d`)

const cleaned = (line: string) => line.replace(MARKS, '').trim()

/** The times that a line of a captions file holds, in whatever form programs write them; undefined for another line. */
export function readTimes(line: string): CaptionTimes | undefined {
  const text = cleaned(line)
  const found = TIMES.exec(text)
  if (!found) return undefined
  const [start, end] = [secondsOf(found.slice(1, 6)), secondsOf(found.slice(6, 11))]
  if (start === undefined || end === undefined) return undefined
  const hasFraction = (found[4] ?? found[5]) !== undefined
  return { start, end, rest: (found[11] ?? '').trim(), isStandard: STANDARD.test(text), hasFraction }
}

/** Whether a line was meant to hold times, but they cannot be read. */
export const isBrokenTimes = (line: string): boolean => BROKEN.test(cleaned(line))

/** Seconds of a clock; undefined where seconds, or minutes beside hours, reach sixty. */
function secondsOf([hours, minutes, seconds, decimals, thousandths]: (string | undefined)[]): number | undefined {
  const [h, m, s] = [hours ?? 0, minutes, seconds].map(Number)
  if (h === undefined || m === undefined || s === undefined || s > 59 || (hours !== undefined && m > 59))
    return undefined
  return Math.round((h * 3600 + m * 60 + s + Number(`0.${decimals ?? thousandths ?? 0}`)) * 1000) / 1000
}

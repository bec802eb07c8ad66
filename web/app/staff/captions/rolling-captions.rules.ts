import type { Cue } from './cues.rules'

/** Seconds between two captions that follow each other without a pause. */
const TOUCHING = 0.1
/** Seconds of a caption that nobody can read: it only holds a line until the next one comes. */
const BLINK = 0.05
/** Of all captions that follow each other, the share that repeats what stood above, from which on it is no chance. */
const ROLLING_SHARE = 0.6

type Repetition = { cues: Cue[]; repeated: number }

/**
 * Automatic captions without what they repeat: lines that scroll, and captions that grow by words. A file whose captions
 * do neither comes back as it is, for people repeat themselves too.
 * @returns the captions, and how many lines were repetitions
 */
export function unrolled(cues: readonly Cue[]): Repetition {
  const grown = fullGrown(cues)
  const read = scrolled(grown.cues)
  return { cues: read.cues, repeated: grown.repeated + read.repeated }
}

/** Captions that grow by words, as live captions are saved: of each run the longest, from the time of the first. */
function fullGrown(cues: readonly Cue[]): Repetition {
  const result: Cue[] = []
  for (const cue of cues) {
    const last = result.at(-1)
    const grows = last && cue.start - last.end <= TOUCHING && cue.text.startsWith(`${last.text} `)
    if (grows) result[result.length - 1] = { start: last.start, end: Math.max(last.end, cue.end), text: cue.text }
    else result.push(cue)
  }
  const repeated = cues.length - result.length
  return repeated < 2 || repeated < (cues.length - 1) * ROLLING_SHARE
    ? { cues: [...cues], repeated: 0 }
    : { cues: result, repeated }
}

/**
 * Captions that roll, as YouTube and live captions write them: each repeats the last lines of the one before. Each line
 * is left once, at the time when it comes.
 */
function scrolled(cues: readonly Cue[]): Repetition {
  const carried = cues.map((cue, index) => carriedLines(cues[index - 1], cue))
  const rolls = carried.filter((count) => count > 0).length
  const signs = cues.filter((cue, index) => {
    const count = carried[index] ?? 0
    return count > 0 && (linesOf(cue).length > count || cue.end - cue.start <= BLINK)
  })
  if (signs.length < 2 || rolls < (cues.length - 1) * ROLLING_SHARE) return { cues: [...cues], repeated: 0 }
  const result: Cue[] = []
  for (const [index, cue] of cues.entries()) {
    const text = linesOf(cue).slice(carried[index]).join('\n')
    const last = result.at(-1)
    if (text !== '') result.push({ ...cue, text })
    else if (last && cue.start - last.end <= TOUCHING)
      result[result.length - 1] = { ...last, end: Math.max(last.end, cue.end) }
  }
  return { cues: result, repeated: carried.reduce((sum, count) => sum + count, 0) }
}

const linesOf = ({ text }: Cue) => text.split('\n')

/** How many lines a caption repeats from the end of the one that stands right before it. */
function carriedLines(before: Cue | undefined, cue: Cue): number {
  if (!before || cue.start - before.end > TOUCHING) return 0
  const [above, lines] = [linesOf(before), linesOf(cue)]
  for (let count = Math.min(above.length, lines.length); count > 0; count -= 1)
    if (above.slice(-count).join('\n') === lines.slice(0, count).join('\n')) return count
  return 0
}

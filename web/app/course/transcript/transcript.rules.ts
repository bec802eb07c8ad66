import type { TranscriptCue } from '~/course/lesson/lesson.rules'
import { findInHebrew, type Match } from '~/shared/formats/hebrew-search'

/** What a search found in a transcript: the matches of each cue, and the cue of each match in order. */
export type TranscriptFinds = { byCue: readonly (readonly Match[])[]; cues: readonly number[] }

/** Looks for a text in the cues of a transcript, each by itself. */
export function findInTranscript(cues: readonly TranscriptCue[], query: string): TranscriptFinds {
  const byCue = cues.map(({ text }) => findInHebrew(text, query))
  return { byCue, cues: byCue.flatMap((matches, cue) => matches.map(() => cue)) }
}

/** The number of the cue that is spoken at a second or was spoken last, -1 before the first. */
export function lastCueAt(cues: readonly TranscriptCue[], seconds: number): number {
  return cues.findLastIndex((cue) => cue.start <= seconds)
}

/** The match to begin with: the first one at or after a cue, else the first of all. */
export function firstMatchFrom(finds: TranscriptFinds, cue: number): number {
  return Math.max(
    0,
    finds.cues.findIndex((at) => at >= cue),
  )
}

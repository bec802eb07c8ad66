import { isolate } from './bidi.ts'
import { filmSources } from './films/index.ts'
import type { Chart } from './films/types.ts'
import type { Caption, TranscriptCue } from './types.ts'

/** One film: its length, and what it says when. Each cue lasts until the next one begins. */
export type Film = {
  /** `course/lesson`. */
  key: string
  seconds: number
  chart: Chart
  /** `shown` says how many steps of the chart stand while the cue lasts. */
  cues: (TranscriptCue & { shown: number })[]
}

/** The sheet of previews of a film: a tile every few seconds, row by row from the left. */
export const PREVIEWS = { everySeconds: 5, columns: 6, tileWidth: 160, tileHeight: 90 } as const

const SHORTEST_CUE = 7
const OPENING = 2
const LETTERS_A_SECOND = 9
const TO_LOOK = 3

/** How long a line stands: the time to read it, and to look at what it is about. */
const secondsOf = (text: string, index: number): number =>
  Math.max(SHORTEST_CUE, Math.round(TO_LOOK + text.replace(/[{}]/g, '').length / LETTERS_A_SECOND)) +
  (index === 0 ? OPENING : 0)

/** The films of all lessons that have one. */
export const films: Film[] = Object.entries(filmSources).map(([key, { chart, lines }]) => {
  let end = 0
  const cues = lines.map(([shown, text], index) => {
    const start = end
    end += secondsOf(text, index)
    return { start, end, text: isolate(text), shown }
  })
  return { key, seconds: end, chart, cues }
})

/** The transcript of a film, texts ready for plain-text display. */
export function transcriptOf(film: Film): TranscriptCue[] {
  return film.cues.map(({ start, end, text }) => ({ start, end, text }))
}

const clock = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`

/** The Hebrew caption track of a film as WebVTT. */
export function captionsOf(film: Film): Caption[] {
  const cues = film.cues.map(
    ({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`,
  )
  return [{ lang: 'he', label: 'עברית', vtt: `WEBVTT\n\n${cues.join('\n')}` }]
}

/**
 * Where the parts of a film lie: in the bucket of lesson videos, and among the public images.
 */
export const placesOf = (key: string) => ({
  video: `demo/${key}.mp4`,
  poster: `posters/${key}.webp`,
  previews: `posters/${key}.previews.webp`,
})

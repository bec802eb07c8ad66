import { everydayChapters } from './chapters/everyday.ts'
import { investmentChapters } from './chapters/invested.ts'
import { workChapters } from './chapters/work-and-later.ts'
import { films } from './films.ts'
import type { Chapter, ChapterSource } from './types.ts'

const chapterSources: Record<string, ChapterSource[]> = { ...everydayChapters, ...investmentChapters, ...workChapters }

/**
 * The chapters of a film, each from the second at which its line begins; none where none are written.
 * @param key `course/lesson`
 */
export function chaptersOf(key: string): Chapter[] {
  const cues = films.find((film) => film.key === key)?.cues ?? []
  return (chapterSources[key] ?? []).map(([line, title]) => {
    const cue = cues[line]
    if (!cue) throw new Error(`the chapters of ${key} name line ${line}, which does not exist`)
    return { start: cue.start, title }
  })
}

/** The films that have chapters. */
export const filmsWithChapters: string[] = Object.keys(chapterSources)

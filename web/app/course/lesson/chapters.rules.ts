import type { Chapter } from './lesson.rules'

/** The number of the chapter to which a second belongs, -1 when there are no chapters. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ start }) => start <= seconds)
}

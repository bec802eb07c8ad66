import { findInHebrew, foldHebrew } from '~/shared/formats/hebrew-search'
import type { LessonNote } from './notes.rules'

/** A note with where it belongs; null titles are those of withdrawn lessons and courses. */
export type PlacedNote = LessonNote & {
  courseTitle: string | null
  lessonTitle: string | null
  lessonOrder: number
}

/** Notes of one course, by lesson and second. */
export type NotesOfCourse = { courseId: string; title: string | null; notes: readonly PlacedNote[] }

/**
 * The notes that hold `query`, in their text or in the title of their lesson or course, by course; the course that was
 * written in last comes first, withdrawn ones last. All notes for an empty query.
 */
export function findNotes(notes: readonly PlacedNote[], query: string): NotesOfCourse[] {
  const wanted = foldHebrew(query)
  const found = notes.filter(
    ({ body, courseTitle, lessonTitle }) =>
      wanted === '' || [body, courseTitle, lessonTitle].some((text) => text && findInHebrew(text, query).length > 0),
  )
  const courses = new Map<string, PlacedNote[]>()
  for (const note of found) courses.set(note.courseId, [...(courses.get(note.courseId) ?? []), note])
  const latest = (group: readonly PlacedNote[]) =>
    group
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? ''
  return [...courses]
    .map(([courseId, group]) => ({
      courseId,
      title: group[0]?.courseTitle ?? null,
      notes: group.sort((a, b) => a.lessonOrder - b.lessonOrder || a.positionSeconds - b.positionSeconds),
    }))
    .sort(
      (a, b) => Number(a.title === null) - Number(b.title === null) || latest(b.notes).localeCompare(latest(a.notes)),
    )
}

import type { Lesson } from '~/course/lesson/lesson.rules'
import { watchPercent } from './progress.rules'

/** How far the person is in a lesson; `percent` is a whole number from 1 to 99 while it is under way. */
export type LessonState = { status: 'new' } | { status: 'begun'; percent: number } | { status: 'done' }

/** What is known of the person in a lesson. Seconds of media time. */
type Watched = { lessonId: string; watchedSeconds: number; completed: boolean }

/** How far the person is in each lesson; lessons without a row are new. */
export function lessonStates(lessons: readonly Lesson[], rows: readonly Watched[]): ReadonlyMap<string, LessonState> {
  const known = new Map(rows.map((row) => [row.lessonId, row]))
  return new Map(lessons.map((lesson) => [lesson.id, stateOf(lesson, known.get(lesson.id))]))
}

function stateOf(lesson: Lesson, row: Watched | undefined): LessonState {
  if (row?.completed) return { status: 'done' }
  if (!row || row.watchedSeconds <= 0) return { status: 'new' }
  const percent = Math.round(watchPercent(row.watchedSeconds, lesson.durationSeconds))
  return { status: 'begun', percent: Math.min(99, Math.max(1, percent)) }
}

/** The first completion of a course: when (ISO), and which lessons it had then. */
export type CourseCompletion = { courseId: string; completedAt: string; lessonIds: readonly string[] }

/**
 * How many lessons a completed course has got since, that the person has not completed. Starting the course anew or
 * taking back a mark makes no lesson new.
 */
export function newLessonsSince(
  completion: Pick<CourseCompletion, 'lessonIds'> | undefined,
  publishedIds: readonly string[],
  completedIds: ReadonlySet<string>,
): number {
  if (!completion) return 0
  return publishedIds.filter((id) => !completion.lessonIds.includes(id) && !completedIds.has(id)).length
}

import { courseProgress } from './progress'

/** A course that the person has begun, as the dashboard lists it. */
export type MyCourse = {
  courseId: string
  titleHe: string
  categoryName: string | null
  thumbnailUrl: string | null
  lessonCount: number
  completedLessons: number
  /** 0 to 100 [9-39]. */
  percent: number
  lastWatched: string | null
  lastLessonId: string
  lastLessonTitle: string
  /** Where the last lesson goes on, in seconds. */
  positionSeconds: number
  isStarted: boolean
  isCompleted: boolean
}

/** One progress row with its course and lesson, as read for the dashboard. */
export type ProgressWithCourse = {
  courseId: string
  lessonId: string
  lessonTitle: string
  course: { titleHe: string; categoryName: string | null; thumbnailUrl: string | null }
  completed: boolean
  watchedSeconds: number
  positionSeconds: number
  lastWatched: string | null
}

/** Gathers progress rows by course, the last watched course first. `lessons` are the published lessons of those courses. */
export function myCourses(
  rows: readonly ProgressWithCourse[],
  lessons: readonly { courseId: string; durationSeconds: number }[],
): MyCourse[] {
  const courseIds = [...new Set(rows.map((row) => row.courseId))]
  return courseIds
    .flatMap((courseId) => {
      const own = rows.filter((row) => row.courseId === courseId).sort(newestFirst)
      const last = own[0]
      if (!last) return []
      const durations = lessons.filter((lesson) => lesson.courseId === courseId).map((lesson) => lesson.durationSeconds)
      const progress = courseProgress(own, durations)
      return [
        {
          courseId,
          ...last.course,
          lessonCount: progress.totalLessons,
          completedLessons: progress.completedLessons,
          percent: progress.progressPercentage,
          lastWatched: progress.lastWatched,
          lastLessonId: last.lessonId,
          lastLessonTitle: last.lessonTitle,
          positionSeconds: last.positionSeconds,
          isStarted: progress.isStarted,
          isCompleted: progress.isCompleted,
        },
      ]
    })
    .sort(newestFirst)
}

const time = (row: { lastWatched: string | null }) => (row.lastWatched ? Date.parse(row.lastWatched) : 0)
const newestFirst = (a: { lastWatched: string | null }, b: { lastWatched: string | null }) => time(b) - time(a)

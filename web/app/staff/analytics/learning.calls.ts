import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { DayRange } from './range.rules'

/** A count of students; null where it is fewer than ten. */
export type RoundedCount = number | null

export type CourseFigures = {
  id: string
  title: string
  isPublished: boolean
  began: RoundedCount
  completed: RoundedCount
  beganBefore: RoundedCount
  completedBefore: RoundedCount
  /** Who ever began it, and of them who completed it. */
  students: RoundedCount
  finished: RoundedCount
  averagePercent: number | null
}
export type LessonFigures = {
  id: string
  title: string
  seconds: number
  began: RoundedCount
  completed: RoundedCount
  students: RoundedCount
  averagePercent: number | null
}
export type WatchedSentence = { start: number; end: number; text: string | null; students: RoundedCount }
export type LessonWatching = {
  title: string
  courseId: string
  courseTitle: string
  seconds: number
  countedAt: string | null
  students: RoundedCount
  /** The day on which the first of them began; null where nobody did. */
  since: string | null
  sentences: WatchedSentence[]
}

type CourseRow = Omit<CourseFigures, 'isPublished' | 'beganBefore' | 'completedBefore' | 'averagePercent'> & {
  is_published: boolean
  began_before: RoundedCount
  completed_before: RoundedCount
  average_percent: number | null
}
type LessonRow = Omit<LessonFigures, 'averagePercent'> & { average_percent: number | null }
type WatchingRow = Omit<LessonWatching, 'courseId' | 'courseTitle' | 'countedAt'> & {
  course_id: string
  course_title: string
  counted_at: string | null
}

/** Of each course how many began and completed it in a range of days. */
export const courseFiguresQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'courses', range],
    queryFn: async (): Promise<{ countedAt: string | null; courses: CourseFigures[] }> => {
      const answer = (await callFunction('analytics_courses', range, LIST_LOADING_TIMEOUT)) as {
        counted_at: string | null
        courses: CourseRow[]
      }
      const courses = answer.courses.map(
        ({ is_published, began_before, completed_before, average_percent, ...course }) => ({
          ...course,
          isPublished: is_published,
          beganBefore: began_before,
          completedBefore: completed_before,
          averagePercent: average_percent,
        }),
      )
      return { countedAt: answer.counted_at, courses }
    },
    placeholderData: keepPreviousData,
  })

/** The lessons of a course; null where there is no such course. */
export const lessonFiguresQuery = (course: string, range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'course', course, range],
    queryFn: async (): Promise<{ countedAt: string | null; title: string | null; lessons: LessonFigures[] }> => {
      const answer = (await callFunction('analytics_course', { course, ...range }, LIST_LOADING_TIMEOUT)) as {
        counted_at: string | null
        title: string
        lessons: LessonRow[]
      } | null
      const lessons = (answer?.lessons ?? []).map(({ average_percent, ...lesson }) => ({
        ...lesson,
        averagePercent: average_percent,
      }))
      return { countedAt: answer?.counted_at ?? null, title: answer?.title ?? null, lessons }
    },
    placeholderData: keepPreviousData,
  })

/** How many watched each sentence of a lesson; null where there is no such lesson. */
export const lessonWatchingQuery = (lesson: string) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'lesson', lesson],
    queryFn: async (): Promise<LessonWatching | null> => {
      const row = (await callFunction('analytics_lesson', { lesson }, LIST_LOADING_TIMEOUT)) as WatchingRow | null
      if (!row) return null
      const { course_id, course_title, counted_at, ...lessonRow } = row
      return { ...lessonRow, courseId: course_id, courseTitle: course_title, countedAt: counted_at }
    },
  })

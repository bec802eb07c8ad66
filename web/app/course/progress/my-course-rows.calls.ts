import { type MyCourse, myCourse } from './my-courses.rules'

/** A begun course as the database sums it up. */
export type MyCourseRow = {
  course_id: string
  title_he: string
  thumbnail_url: string | null
  category_name: string | null
  lesson_count: number
  published_seconds: number
  completed_lessons: number
  watched_seconds: number
  last_watched: string | null
  completed_at: string | null
  new_lessons: number
}

/** The row of a begun course as dashboards show it. */
export const toMyCourse = (row: MyCourseRow): MyCourse =>
  myCourse({
    courseId: row.course_id,
    titleHe: row.title_he,
    thumbnailUrl: row.thumbnail_url,
    categoryName: row.category_name,
    lessonCount: row.lesson_count,
    publishedSeconds: row.published_seconds,
    completedLessons: row.completed_lessons,
    watchedSeconds: row.watched_seconds,
    lastWatched: row.last_watched,
    completedAt: row.completed_at,
    newLessons: row.new_lessons,
  })

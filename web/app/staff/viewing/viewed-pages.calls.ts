import { queryOptions } from '@tanstack/react-query'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** A lesson in its course; the percent is null before the student began it. */
export type CourseLesson = { id: string; title: string; seconds: number; completed: boolean; percent: number | null }
type CourseState = {
  title: string
  category: string | null
  completedAt: string | null
  lessons: CourseLesson[]
}

/** How far the viewed student is in one lesson; all of it null before they began. */
export type ViewedLessonState = {
  title: string
  seconds: number
  courseId: string
  courseTitle: string
  number: number
  lessonCount: number
  begunAt: string | null
  lastWatched: string | null
  completed: boolean
  percent: number | null
  position: number | null
  watched: (readonly [number, number])[]
}

type CourseAnswer = {
  title_he: string
  category_name: string | null
  completed_at: string | null
  lessons: {
    id: string
    title_he: string
    duration_seconds: number
    completed: boolean
    watch_progress: number | null
    begun: boolean
  }[]
}
type LessonAnswer = {
  title_he: string
  duration_seconds: number
  course_id: string
  course_title: string
  number: number
  lesson_count: number
  begun_at: string | null
  last_watched: string | null
  completed: boolean
  watch_progress: number | null
  position_seconds: number | null
  watched: [number, number][]
}

const percentOf = (progress: number | null) => Math.round(Number(progress ?? 0))

/** Notes that the page is opened, which the student sees; it is read after that. @throws as the pages below */
const openPage = (kind: 'course' | 'lesson', pageId: string) =>
  callAboutStudent('open_viewed_page', { kind, page_id: pageId }, SAVE_TIMEOUT)

/** The page of a course. @throws AppError, with COURSE_NOT_FOUND or VIEWING_OVER in its cause; DeadlineError */
async function fetchViewedCourse(courseId: string): Promise<CourseState> {
  await openPage('course', courseId)
  const call = callAboutStudent('read_viewed_course', { course_id: courseId }, LIST_LOADING_TIMEOUT)
  const { title_he, category_name, completed_at, lessons } = (await call) as CourseAnswer
  return {
    title: title_he,
    category: category_name,
    completedAt: completed_at,
    lessons: lessons.map((row) => ({
      id: row.id,
      title: row.title_he,
      seconds: row.duration_seconds,
      completed: row.completed,
      percent: row.begun ? percentOf(row.watch_progress) : null,
    })),
  }
}

/** The page of a lesson. @throws AppError, with LESSON_NOT_FOUND or VIEWING_OVER in its cause; DeadlineError */
async function fetchViewedLesson(lessonId: string): Promise<ViewedLessonState> {
  await openPage('lesson', lessonId)
  const call = callAboutStudent('read_viewed_lesson', { lesson_id: lessonId }, LIST_LOADING_TIMEOUT)
  const row = (await call) as LessonAnswer
  return {
    title: row.title_he,
    seconds: row.duration_seconds,
    courseId: row.course_id,
    courseTitle: row.course_title,
    number: row.number,
    lessonCount: row.lesson_count,
    begunAt: row.begun_at,
    lastWatched: row.last_watched,
    completed: row.completed,
    percent: row.begun_at ? percentOf(row.watch_progress) : null,
    position: row.position_seconds,
    watched: row.watched,
  }
}

const ofViewing = { gcTime: 0, staleTime: 0 }

export const viewedCourseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['staff-viewing', 'course', courseId],
    queryFn: () => fetchViewedCourse(courseId),
    ...ofViewing,
  })
export const viewedLessonQuery = (lessonId: string) =>
  queryOptions({
    queryKey: ['staff-viewing', 'lesson', lessonId],
    queryFn: () => fetchViewedLesson(lessonId),
    ...ofViewing,
  })

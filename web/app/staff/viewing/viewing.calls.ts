import { queryOptions } from '@tanstack/react-query'
import { type MyCourseRow, toMyCourse } from '~/course/progress/my-course-rows.calls'
import type { MyCourse } from '~/course/progress/my-courses.rules'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

export type ViewedBookmark = {
  id: string
  courseId: string
  title: string
  category: string | null
  picture: string | null
}

/** What a student sees on the own dashboard, read for a member of the staff. */
export type Viewing = {
  studentId: string
  firstName: string
  secondsLeft: number
  courses: MyCourse[]
  bookmarks: ViewedBookmark[]
}

type ViewingAnswer = {
  student_id: string
  first_name: string
  seconds_left: number
  courses: MyCourseRow[]
  bookmarks: {
    id: string
    course_id: string
    title_he: string
    thumbnail_url: string | null
    category_name: string | null
  }[]
}

const toViewing = (answer: ViewingAnswer): Viewing => ({
  studentId: answer.student_id,
  firstName: answer.first_name,
  secondsLeft: answer.seconds_left,
  courses: answer.courses.map(toMyCourse),
  bookmarks: answer.bookmarks.map((row) => ({
    id: row.id,
    courseId: row.course_id,
    title: row.title_he,
    category: row.category_name,
    picture: row.thumbnail_url,
  })),
})

/** Turns this session into a viewing as a student. @throws AppError, DeadlineError */
export async function beginViewing(studentId: string, reason: string): Promise<void> {
  await callAboutStudent('begin_student_viewing', { student_id: studentId, reason }, SAVE_TIMEOUT)
}

/** Ends the viewing of this session. @throws AppError, DeadlineError */
export async function endViewing(): Promise<void> {
  await callFunction('end_student_viewing', {}, SAVE_TIMEOUT)
}

/** What the viewed student sees now; null when no viewing is open. @throws AppError, DeadlineError */
async function fetchViewing(): Promise<Viewing | null> {
  try {
    return toViewing((await callFunction('read_student_viewing', {}, LIST_LOADING_TIMEOUT)) as ViewingAnswer)
  } catch (failure) {
    if (failure instanceof Error && (failure.cause as { code?: string } | undefined)?.code === 'VIEWING_OVER')
      return null
    throw failure
  }
}

export const viewingQuery = queryOptions({
  queryKey: ['staff-viewing'],
  queryFn: fetchViewing,
  gcTime: 0,
  staleTime: 0,
})

import { expect, it } from 'vitest'
import { myCourses, type ProgressWithCourse } from './my-courses'

const row = (courseId: string, lessonId: string, lastWatched: string, watchedSeconds: number): ProgressWithCourse => ({
  courseId,
  lessonId,
  lessonTitle: `title of ${lessonId}`,
  course: { titleHe: courseId, categoryName: 'category', thumbnailUrl: null },
  completed: watchedSeconds >= 100,
  watchedSeconds,
  positionSeconds: watchedSeconds,
  lastWatched,
})

it('[7-16] [3-18] lists the started courses, the last watched first, each with the lesson to go on with', () => {
  const rows = [
    row('a', 'a1', '2026-01-01T10:00:00Z', 100),
    row('b', 'b1', '2026-01-03T10:00:00Z', 20),
    row('a', 'a2', '2026-01-02T10:00:00Z', 50),
  ]
  const lessons = ['a', 'a', 'a', 'b'].map((courseId) => ({ courseId, durationSeconds: 100 }))
  expect(myCourses(rows, lessons)).toEqual([
    expect.objectContaining({ courseId: 'b', lessonCount: 1, percent: 20, lastLessonId: 'b1', completedLessons: 0 }),
    expect.objectContaining({
      courseId: 'a',
      lessonCount: 3,
      percent: 50,
      completedLessons: 1,
      lastLessonId: 'a2',
      lastLessonTitle: 'title of a2',
      positionSeconds: 50,
      isStarted: true,
      isCompleted: false,
    }),
  ])
})

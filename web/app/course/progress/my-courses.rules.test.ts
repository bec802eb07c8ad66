import { expect, it } from 'vitest'
import { myCourse } from './my-courses.rules'

const sums = {
  courseId: 'c',
  titleHe: 'title',
  categoryName: 'category',
  thumbnailUrl: null,
  lessonCount: 3,
  publishedSeconds: 300,
  completedLessons: 1,
  watchedSeconds: 150,
  lastWatched: '2026-01-02T10:00:00Z',
  completedAt: null,
  newLessons: 0,
}

it('[7-16] [3-18] says how far a started course is and where it goes on', () => {
  expect(myCourse(sums)).toEqual({
    courseId: 'c',
    titleHe: 'title',
    categoryName: 'category',
    thumbnailUrl: null,
    lessonCount: 3,
    completedLessons: 1,
    lastWatched: '2026-01-02T10:00:00Z',
    completedAt: null,
    newLessons: 0,
    percent: 50,
    isStarted: true,
    isCompleted: false,
  })
})

it('[4-51] a completed course stays completed when lessons are added, though its percent falls', () => {
  const completed = { ...sums, completedAt: '2026-01-01T00:00:00Z', completedLessons: 2, watchedSeconds: 200 }
  expect(myCourse({ ...completed, newLessons: 1 })).toMatchObject({ percent: 67, isCompleted: true, newLessons: 1 })
})

it('[4-51] a course that was started anew is not completed, and keeps the day of its completion', () => {
  const anew = { ...sums, completedAt: '2026-01-01T00:00:00Z' }
  expect(myCourse(anew)).toMatchObject({ percent: 50, isCompleted: false, completedAt: '2026-01-01T00:00:00Z' })
})

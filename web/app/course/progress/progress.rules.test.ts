import { describe, expect, it } from 'vitest'
import {
  coursePercent,
  courseProgress,
  courseSeconds,
  isLessonComplete,
  resumePosition,
  saveDelay,
  shouldBuffer,
  watchPercent,
} from './progress.rules'

describe('the seconds of a course', () => {
  it('[9-39] are of each lesson at most its length, and of published lessons only', () => {
    const lessons = [
      { id: 'shorter now', durationSeconds: 90 },
      { id: 'of unknown length', durationSeconds: 0 },
      { id: 'new', durationSeconds: 60 },
    ]
    const watched = new Map([
      ['shorter now', 97],
      ['of unknown length', 500],
      ['withdrawn', 30],
    ])
    expect(courseSeconds(lessons, watched)).toBe(90)
  })
})

describe('a lesson', () => {
  it('[4-49] [9-38] completes when 98% of its seconds were watched, not when the end was reached', () => {
    expect(isLessonComplete([[0, 98]], 100)).toBe(true)
    expect(isLessonComplete([[0, 97]], 100)).toBe(false)
    expect(
      isLessonComplete(
        [
          [0, 2],
          [98, 100],
        ],
        100,
      ),
    ).toBe(false)
    expect(isLessonComplete([[0, 10]], 0)).toBe(false)
    expect(
      isLessonComplete(
        [
          [0, 40],
          [100, 200],
        ],
        90,
      ),
    ).toBe(false)
  })

  it('[3-16] has a watch percent of 0 to 100', () => {
    expect(watchPercent(1, 3)).toBe(33.33)
    expect(watchPercent(120, 100)).toBe(100)
    expect(watchPercent(5, 0)).toBe(0)
  })

  it('[5-22] [9-36] is buffered after a change of 5 s in either direction, or when completed', () => {
    expect(shouldBuffer(4.9, 0, false)).toBe(false)
    expect(shouldBuffer(14.9, 10, false)).toBe(false)
    expect(shouldBuffer(15, 10, false)).toBe(true)
    expect(shouldBuffer(5, 10, false)).toBe(true)
    expect(shouldBuffer(10, 10, true)).toBe(true)
  })

  it('[9-37] is saved at most every 2 s, a completed one at once', () => {
    expect(saveDelay(10_000, null, false)).toBe(0)
    expect(saveDelay(10_500, 10_000, false)).toBe(1_500)
    expect(saveDelay(12_000, 10_000, false)).toBe(0)
    expect(saveDelay(10_001, 10_000, true)).toBe(0)
  })
})

describe('going on', () => {
  it('[3-15] starts at the saved second, but anew after a few seconds or at the end', () => {
    expect(resumePosition(252, 620)).toBe(252)
    expect(resumePosition(4, 620)).toBe(0)
    expect(resumePosition(619, 620)).toBe(0)
    expect(resumePosition(252, 0)).toBe(252)
  })
})

describe('a course', () => {
  it('[9-39] counts watched seconds over published durations, rounded, never above 100, never by nothing', () => {
    expect(coursePercent(50, 300)).toBe(17)
    expect(coursePercent(0, 0)).toBe(0)
    expect(coursePercent(400, 300)).toBe(100)
  })

  it('[3-18] [4-51] is started with the first row and completed at 100%', () => {
    const nothing = {
      lessonCount: 2,
      publishedSeconds: 300,
      completedLessons: 0,
      watchedSeconds: 0,
      lastWatched: null,
      completedAt: null,
      newLessons: 0,
    }
    expect(courseProgress(nothing)).toEqual({
      totalLessons: 2,
      completedLessons: 0,
      progressPercentage: 0,
      lastWatched: null,
      isStarted: false,
      isCompleted: false,
      watchedSeconds: 0,
    })
    const begun = { ...nothing, completedLessons: 1, watchedSeconds: 99, lastWatched: '2026-01-03T00:00:00+00:00' }
    expect(courseProgress(begun)).toMatchObject({ progressPercentage: 33, isStarted: true, isCompleted: false })
    expect(courseProgress({ ...begun, watchedSeconds: 300 }).isCompleted).toBe(true)
  })
})

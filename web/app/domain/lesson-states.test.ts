import { describe, expect, it } from 'vitest'
import type { Lesson } from './lesson'
import { lessonStates, newLessonsSince } from './lesson-states'

const lesson = (id: string, durationSeconds = 200): Lesson => ({
  id,
  courseId: 'c1',
  titleHe: id,
  descriptionHe: '',
  durationSeconds,
})

describe('the state of a lesson', () => {
  it.each([
    ['without a row is new', undefined, { status: 'new' }],
    ['that was only opened is new', { watchedSeconds: 0, completed: false }, { status: 'new' }],
    ['under way has its percent', { watchedSeconds: 68, completed: false }, { status: 'begun', percent: 34 }],
    ['just begun is not at nothing', { watchedSeconds: 0.4, completed: false }, { status: 'begun', percent: 1 }],
    ['almost watched is not done', { watchedSeconds: 200, completed: false }, { status: 'begun', percent: 99 }],
    ['marked as done is done', { watchedSeconds: 0, completed: true }, { status: 'done' }],
  ])('%s', (_, row, state) => {
    const rows = row ? [{ lessonId: 'a', ...row }] : []
    expect(lessonStates([lesson('a')], rows).get('a')).toEqual(state)
  })

  it('of unknown length is under way', () => {
    const rows = [{ lessonId: 'a', watchedSeconds: 20, completed: false }]
    expect(lessonStates([lesson('a', 0)], rows).get('a')).toEqual({ status: 'begun', percent: 1 })
  })
})

describe('[4-51] new lessons of a completed course', () => {
  it.each([
    ['never completed', undefined, 6, 2, 0],
    ['completed, nothing added', { lessonCount: 4 }, 4, 4, 0],
    ['two added', { lessonCount: 4 }, 6, 4, 2],
    ['two added, one of them completed', { lessonCount: 4 }, 6, 5, 1],
    ['one removed', { lessonCount: 4 }, 3, 3, 0],
    ['started anew', { lessonCount: 4 }, 4, 0, 0],
    ['started anew after two were added', { lessonCount: 4 }, 6, 0, 2],
    ['a mark taken back', { lessonCount: 4 }, 4, 3, 0],
  ])('%s', (_, completion, published, completed, expected) =>
    expect(newLessonsSince(completion, published, completed)).toBe(expected),
  )
})

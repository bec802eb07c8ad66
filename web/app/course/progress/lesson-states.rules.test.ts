import { describe, expect, it } from 'vitest'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { lessonStates, newLessonsSince } from './lesson-states.rules'

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
  const then = { lessonIds: ['a', 'b', 'c'] }
  it.each([
    ['never completed', undefined, 'abc', 'a', 0],
    ['completed, nothing added', then, 'abc', 'abc', 0],
    ['two added', then, 'abcde', 'abc', 2],
    ['two added, one of them completed', then, 'abcde', 'abcd', 1],
    ['one removed', then, 'ab', 'ab', 0],
    ['one removed and one added', then, 'abd', 'abc', 1],
    ['started anew', then, 'abc', '', 0],
    ['started anew after two were added', then, 'abcde', '', 2],
    ['a mark taken back', then, 'abc', 'ab', 0],
  ])('%s', (_, completion, published, completed, expected) => {
    expect(newLessonsSince(completion, [...published], new Set(completed))).toBe(expected)
  })
})

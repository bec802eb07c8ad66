import { describe, expect, it } from 'vitest'
import { cueAt, type Lesson, lessonToContinue, lessonToOpen, nextOpenLesson, secondOfHash } from './lesson.rules'

const lessons: Lesson[] = ['a', 'b', 'c'].map((id) => ({
  id,
  courseId: 'course',
  titleHe: id,
  descriptionHe: '',
  durationSeconds: 60,
}))
const row = (lessonId: string, completed: boolean, lastWatched: string | null) => ({ lessonId, completed, lastWatched })

describe('[2.1-13] starting a course', () => {
  it('opens the first lesson of a course that was never begun', () => {
    expect(lessonToOpen(lessons, [])?.id).toBe('a')
  })
  it('goes on with the lesson that was watched last', () => {
    const rows = [row('b', false, '2026-01-01T00:00:00Z'), row('c', false, '2026-01-02T00:00:00Z')]
    expect(lessonToOpen(lessons, rows)?.id).toBe('c')
  })
  it('opens the first lesson that is not completed when the last one is', () => {
    expect(lessonToOpen(lessons, [row('b', true, '2026-01-02T00:00:00Z')])?.id).toBe('a')
    expect(lessonToOpen(lessons, [row('a', true, '2026-01-02T00:00:00Z')])?.id).toBe('b')
  })
  it('opens the first lesson of a completed course, and none of an empty one', () => {
    expect(
      lessonToOpen(
        lessons,
        lessons.map((one) => row(one.id, true, '2026-01-02T00:00:00Z')),
      )?.id,
    ).toBe('a')
    expect(lessonToOpen([], [])).toBeNull()
  })
  it('[2.1-07] a course that is done goes on nowhere; one that was just stepped through, with what is left', () => {
    const done = lessons.map((one) => row(one.id, true, '2026-01-02T00:00:00Z'))
    expect(lessonToContinue(lessons, done)).toBeNull()
    expect(lessonToContinue(lessons, done.slice(0, 2))?.id).toBe('c')
    expect(lessonToContinue([], [])).toBeNull()
  })
  it('goes on by what the server has and what waits to be saved together', () => {
    const saved = [row('a', true, '2026-01-03T00:00:00Z'), row('b', false, '2026-01-01T00:00:00Z')]
    expect(lessonToOpen(lessons, [...saved, row('c', false, '2026-01-02T00:00:00Z')])?.id).toBe('c')
    expect(lessonToOpen(lessons, [...saved, row('a', false, '2026-01-02T00:00:00Z')])?.id).toBe('b')
  })
  it('passes over rows of lessons that are gone', () => {
    expect(lessonToOpen(lessons, [row('gone', false, '2026-01-02T00:00:00Z')])?.id).toBe('a')
  })
})

it('suggests the next lesson that is not completed', () => {
  expect(nextOpenLesson(lessons, 'a', new Set(['a']))?.id).toBe('b')
  expect(nextOpenLesson(lessons, 'c', new Set(['c']))?.id).toBe('a')
  expect(nextOpenLesson(lessons, 'b', new Set(['a', 'b', 'c']))).toBeNull()
})

it('finds the sentence of a second', () => {
  const cues = [
    { start: 0, end: 4, text: 'one' },
    { start: 5, end: 9, text: 'two' },
  ]
  expect([0, 3.9, 4.5, 5, 9].map((second) => cueAt(cues, second))).toEqual([0, 0, -1, 1, -1])
})

it('an address asks for a second that the lesson has, and for nothing else', () => {
  const asked = ['#t=0', '#t=59', '#t=60', '#t=-1', '#t=1.5', '#t=', '', '#transcript']
  expect(asked.map((hash) => secondOfHash(hash, 60))).toEqual([0, 59, null, null, null, null, null, null])
})

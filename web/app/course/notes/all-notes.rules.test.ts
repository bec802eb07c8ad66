import { expect, test } from 'vitest'
import { findNotes, type PlacedNote } from './all-notes.rules'

const note = (id: string, changed: Partial<PlacedNote> = {}): PlacedNote => ({
  id,
  lessonId: 'l1',
  courseId: 'c1',
  positionSeconds: 0,
  body: 'הערה',
  updatedAt: '2026-11-01T10:00:00Z',
  courseTitle: 'יסודות הפיננסים',
  lessonTitle: 'מהי ריבית',
  lessonOrder: 1,
  ...changed,
})
const idsOf = (notes: PlacedNote[], query: string) =>
  findNotes(notes, query).map(({ title, notes: found }) => [title, found.map(({ id }) => id)])

test('notes stand by course, lesson and second; the course written in last is first, a withdrawn one last', () => {
  const notes = [
    note('b', { lessonOrder: 2 }),
    note('a', { positionSeconds: 90 }),
    note('c', { positionSeconds: 12 }),
    note('gone', { courseId: 'c3', courseTitle: null, lessonTitle: null, updatedAt: '2026-11-20T10:00:00Z' }),
    note('new', { courseId: 'c2', courseTitle: 'השקעות', updatedAt: '2026-11-09T10:00:00Z' }),
  ]
  expect(idsOf(notes, ' ')).toEqual([
    ['השקעות', ['new']],
    ['יסודות הפיננסים', ['c', 'a', 'b']],
    [null, ['gone']],
  ])
})

test('a note is found by its text, its lesson and its course, as Hebrew is compared', () => {
  const notes = [
    note('text', { body: 'רִיבִּית דריבית', lessonTitle: 'שיעור', courseTitle: 'קורס' }),
    note('lesson', { courseId: 'c2', lessonTitle: 'ריבית', courseTitle: 'קורס' }),
    note('course', { courseId: 'c3', lessonTitle: 'שיעור', courseTitle: 'ריבית והצמדה' }),
    note('none', { courseId: 'c4', lessonTitle: null, courseTitle: null }),
  ]
  expect(idsOf(notes, 'ריבית').flatMap(([, ids]) => ids)).toEqual(['text', 'lesson', 'course'])
  expect(findNotes(notes, 'אין כזה')).toEqual([])
})

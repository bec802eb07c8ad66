import { expect, test } from 'vitest'
import { findBookmarks } from './bookmark-order.rules'

const bookmark = (titleHe: string, categoryName: string | null, createdAt: string) => ({
  id: titleHe,
  courseId: titleHe,
  createdAt,
  titleHe,
  categoryName,
  thumbnailUrl: null,
})
const saved = [
  bookmark('תקציב', 'יסודות', '2026-11-03'),
  bookmark('אג״ח', 'השקעות', '2026-11-01'),
  bookmark('ריבית', 'יסודות', '2026-11-02'),
  bookmark('כללי', null, '2026-10-01'),
]
const titles = (...asked: [query: string, sort: 'newest' | 'title' | 'category']) =>
  findBookmarks(saved, ...asked).map(({ titleHe }) => titleHe)

test('[7-18] saved courses stand newest first, by title or by category', () => {
  expect(titles('', 'newest')).toEqual(['תקציב', 'ריבית', 'אג״ח', 'כללי'])
  expect(titles('', 'title')).toEqual(['אג״ח', 'כללי', 'ריבית', 'תקציב'])
  expect(titles('', 'category')).toEqual(['כללי', 'אג״ח', 'ריבית', 'תקציב'])
})

test('a saved course is found by its title or category, whatever its quotes', () => {
  expect(titles('אג"ח', 'newest')).toEqual(['אג״ח'])
  expect(titles('יסודות', 'title')).toEqual(['ריבית', 'תקציב'])
  expect(titles('אין', 'title')).toEqual([])
})

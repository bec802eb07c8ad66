import { expect, it } from 'vitest'
import { kindOfPage, percentChange, shareOf, topOf, visitsByKind } from './figures.rules'
import { lengthOf, presetOf, readRange, shiftDay, wholeDaysBack } from './range.rules'

/** Shortly after midnight in Israel, still the day before in Greenwich. */
const NOW = Date.parse('2026-10-25T22:30:00Z')

it('the last days end with the last whole day in Israel, over the change of the clock too', () => {
  expect(wholeDaysBack(7, NOW)).toEqual({ first: '2026-10-19', last: '2026-10-25' })
  expect(lengthOf(wholeDaysBack(28, NOW))).toBe(28)
  expect(shiftDay('2026-03-26', 2)).toBe('2026-03-28')
  expect(presetOf(wholeDaysBack(90, NOW), NOW)).toBe(90)
  expect(presetOf({ first: '2026-10-18', last: '2026-10-25' }, NOW)).toBeUndefined()
})

it.each([
  ['from=2026-10-01&to=2026-10-20', '2026-10-01', '2026-10-20'],
  ['from=2026-10-26&to=2026-10-26', '2026-10-26', '2026-10-26'],
  ['', '2026-09-28', '2026-10-25'],
  ['from=2026-10-20&to=2026-10-01', '2026-09-28', '2026-10-25'],
  ['from=2026-10-01&to=2026-10-27', '2026-09-28', '2026-10-25'],
  ['from=2025-01-01&to=2026-10-01', '2026-09-28', '2026-10-25'],
  ['from=yesterday&to=2026-10-01', '2026-09-28', '2026-10-25'],
  ['from=2026-02-31&to=2026-13-01', '2026-09-28', '2026-10-25'],
])('the address %s shows %s to %s', (address, first, last) => {
  expect(readRange(new URLSearchParams(address), NOW)).toEqual({ first, last })
})

it('changes and shares are whole percents, and none where there is nothing to compare', () => {
  expect([percentChange(15, 10), percentChange(5, 10), percentChange(3, 0)]).toEqual([50, -50, null])
  expect([shareOf(10, 40), shareOf(null, 40), shareOf(10, null), shareOf(0, 0)]).toEqual([25, null, null, null])
})

it('pages are told by their kind', () => {
  expect(
    ['/', '/courses/:courseId', '/courses/:courseId/lessons/:lessonId', '/news/:slug', '/auth/verify'].map(kindOfPage),
  ).toEqual(['home', 'catalog', 'learning', 'reading', 'entrance'])
  expect(['/dashboard', '/contact'].map(kindOfPage)).toEqual(['account', 'other'])
  const pages = [
    { pattern: '/', views: 3, before: 1 },
    { pattern: '/courses', views: 4, before: 0 },
    { pattern: '/categories', views: 2, before: 5 },
  ]
  expect(visitsByKind(pages)).toEqual([
    { kind: 'catalog', views: 6, before: 5 },
    { kind: 'home', views: 3, before: 1 },
  ])
})

it('a chart ends at a round number', () => {
  expect([topOf([0]), topOf([7, 3]), topOf([10]), topOf([11]), topOf([430])]).toEqual([1, 10, 10, 20, 500])
})

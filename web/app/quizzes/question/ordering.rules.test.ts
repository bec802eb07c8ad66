import { expect, it } from 'vitest'
import { partsOf } from './gaps.rules'
import { movedTo, placeAt } from './ordering.rules'

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 9, 'bca'],
  [2, -4, 'cab'],
  [7, 0, 'abc'],
])('a thing moved from %i to %i gives %s', (from, to, order) => {
  expect(movedTo([...'abc'], from, to).join('')).toBe(order)
})

it('a dragged row takes the place behind the rows above the pointer, whatever its own was', () => {
  const middles = [30, 90, 150]
  expect([0, 60, 100, 160, 999].map((y) => placeAt(y, middles, 0))).toEqual([0, 0, 1, 2, 2])
  expect([0, 60, 100, 160, 999].map((y) => placeAt(y, middles, 2))).toEqual([0, 1, 2, 2, 2])
})

it('a text of gaps is text and gap in turn', () => {
  expect(partsOf('שואלים [[ab1]] ומקבלים [[x]]')).toEqual(['שואלים ', 'ab1', ' ומקבלים ', 'x', ''])
})

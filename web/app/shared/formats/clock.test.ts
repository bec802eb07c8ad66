import { expect, it } from 'vitest'
import { formatClock } from './clock'

it.each([
  [0, '0:00'],
  [252.9, '4:12'],
  [620, '10:20'],
  [3_852, '1:04:12'],
  [Number.NaN, '0:00'],
  [-3, '0:00'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

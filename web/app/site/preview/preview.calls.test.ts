import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { msUntilExpiry } from './preview.calls'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const NOW = Date.parse('2026-11-27T10:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['in ten minutes', NOW + 10 * MINUTE, 10 * MINUTE],
  ['a moment ago', NOW - 1, MINUTE],
  ['in a week', NOW + 168 * HOUR, HOUR],
  // A timer so long would fire at once, again and again.
  ['in a year, by a clock that is wrong', NOW + 8760 * HOUR, HOUR],
])('a link that ends %s is asked for again in time', (_, end, expected) => {
  expect(msUntilExpiry({ expiresAt: new Date(end).toISOString() })).toBe(expected)
})

it('a link that has ended is not asked for again', () => expect(msUntilExpiry(null)).toBe(false))

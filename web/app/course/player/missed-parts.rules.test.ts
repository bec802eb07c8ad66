import { describe, expect, it } from 'vitest'
import { missedParts, nextMissed, seenPercent } from './missed-parts.rules'

describe('missed parts', () => {
  it('lie before the furthest second that was watched', () => {
    expect(missedParts([])).toEqual([])
    expect(missedParts([[0, 60]])).toEqual([])
    expect(missedParts([[10, 20]])).toEqual([[0, 10]])
    expect(
      missedParts([
        [0, 10],
        [30, 40],
        [45, 50],
      ]),
    ).toEqual([
      [10, 30],
      [40, 45],
    ])
  })

  it('are visited one after the other, and then from the first again', () => {
    const missed = [
      [10, 30],
      [40, 45],
    ] as const
    expect(nextMissed(missed, 5)).toBe(10)
    expect(nextMissed(missed, 10)).toBe(40)
    expect(nextMissed(missed, 50)).toBe(10)
    expect(nextMissed([], 5)).toBeNull()
  })
})

it('says 100 percent only when everything was seen', () => {
  expect(seenPercent([[0, 619]], 620)).toBe(99)
  expect(seenPercent([[0, 620]], 620)).toBe(100)
  expect(seenPercent([[0, 620]], 0)).toBe(0)
})

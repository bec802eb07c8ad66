import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addRange, clampRanges, formatRanges, measureRanges, parseRanges, unionRanges } from './watched-ranges.rules'

const spans = fc.array(
  fc.tuple(fc.nat(500), fc.nat(60)).map(([start, length]) => [start, start + length] as const),
  { maxLength: 12 },
)
const secondsOf = (ranges: readonly (readonly [number, number])[]) =>
  new Set(ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, i) => start + i)))

describe('watched ranges', () => {
  it('joins, sorts and drops what is empty', () => {
    const joined = unionRanges(
      [[60, 90]],
      [
        [0, 20],
        [20, 35],
        [40, 40],
      ],
      [[10, 15]],
    )
    expect(joined).toEqual([
      [0, 35],
      [60, 90],
    ])
  })

  it('rounds played time to whole seconds', () => {
    expect(addRange([], 3.6, 7.4)).toEqual([[4, 7]])
    expect(addRange([[4, 7]], 7.4, 12)).toEqual([[4, 12]])
    expect(addRange([], 0.2, 0.4)).toEqual([])
  })

  it('cuts to the lesson', () => {
    expect(
      clampRanges(
        [
          [0, 5],
          [50, 90],
        ],
        60,
      ),
    ).toEqual([
      [0, 5],
      [50, 60],
    ])
    expect(clampRanges([[0, 5]], 0)).toEqual([])
  })

  it('writes and reads the text of PostgreSQL', () => {
    expect(
      formatRanges([
        [0, 35],
        [60, 90],
      ]),
    ).toBe('{[0,35),[60,90)}')
    expect(formatRanges([])).toBe('{}')
    expect(parseRanges('{[0,35),[60,90)}')).toEqual([
      [0, 35],
      [60, 90],
    ])
    for (const nothing of ['{}', '', null, undefined, 'junk']) expect(parseRanges(nothing)).toEqual([])
  })

  it('measures each second once, stays sorted and disjoint, and survives its text', () => {
    fc.assert(
      fc.property(spans, (ranges) => {
        const joined = unionRanges(ranges)
        expect(measureRanges(joined)).toBe(secondsOf(ranges).size)
        expect(joined.every(([start], i) => i === 0 || start > (joined[i - 1]?.[1] ?? 0))).toBe(true)
        expect(parseRanges(formatRanges(joined))).toEqual(joined)
      }),
      { numRuns: 2_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPieces, piecesOf, type WatchedPieces } from './watched-pieces.rules'
import { unionRanges } from './watched-ranges.rules'

const rangesOf = (pieces: WatchedPieces) => unionRanges(pieces.map(([start, end]) => [start, end] as const))
/** What was watched at a time or later. */
const since = (pieces: WatchedPieces, at: number) => rangesOf(pieces.filter((piece) => piece[2] >= at))

const pieces: fc.Arbitrary<WatchedPieces> = fc.array(
  // Ten seconds apart, so that none is the same watching told again.
  fc
    .tuple(fc.nat(600), fc.integer({ min: 1, max: 60 }), fc.nat(20))
    .map(([from, length, at]) => [from, from + length, at * 10_000] as const),
  { maxLength: 8 },
)

describe('watched pieces', () => {
  it('keep all that was watched since any time, in any order and number of joins', () => {
    fc.assert(
      fc.property(pieces, pieces, pieces, fc.nat(20), (a, b, c, at) => {
        const all = since([...a, ...b, ...c], at * 10_000)
        expect(since(joinPieces(a, b, c), at * 10_000)).toEqual(all)
        expect(joinPieces(joinPieces(c, a), joinPieces(b, a))).toEqual(joinPieces(a, joinPieces(b, c)))
        expect(joinPieces(joinPieces(a), joinPieces(a))).toEqual(joinPieces(a, []))
      }),
    )
  })

  it('keep a span that was watched twice with both times', () => {
    expect(joinPieces([[0, 30, 1_000]], [[10, 20, 9_000]])).toEqual([
      [10, 20, 9_000],
      [0, 30, 1_000],
    ])
  })

  it('take the same span a moment later for the same watching', () => {
    expect(joinPieces([[0, 3, 3_000]], [[0, 4, 4_000]])).toEqual([[0, 4, 4_000]])
  })

  it('stay few however long somebody is offline, and none gets older or lost', () => {
    const long = Array.from({ length: 5_000 }, (_, i) => [i, i + 1, i * 10_000] as const)
    const joined = joinPieces(long)
    expect(joined.length).toBeLessThanOrEqual(500)
    expect(rangesOf(joined)).toEqual([[0, 5_000]])
    for (const [start, , at] of joined) expect(at).toBeGreaterThanOrEqual(start * 10_000)
  })

  it('are made of ranges that were watched at one time', () => {
    expect(piecesOf([[0, 5]], 7)).toEqual([[0, 5, 7]])
  })
})

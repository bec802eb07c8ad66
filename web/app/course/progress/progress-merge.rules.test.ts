import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedSeconds, joinStates, type LessonProgress, NOTHING_WATCHED, stateOfUpdate } from './progress-merge.rules'
import { formatRanges, parseRanges } from './watched-ranges.rules'

type CaseUpdate = { ranges: string | null; position: number; until: number; completed: boolean; at: string }
type Case = {
  name: string
  specs: string[]
  duration: number
  updates: CaseUpdate[]
  expected: { ranges: string; counted: number; position: number; until: number; completed: boolean }
}

const CASES_FILE = new URL('../../../../supabase/tests/progress-cases.json', import.meta.url)
const cases: Case[] = JSON.parse(readFileSync(CASES_FILE, 'utf8'))
const titled = cases.map((one) => [`[${one.specs.join('] [')}] ${one.name}`, one] as const)
const DURATION = 120

const readUpdate = (update: CaseUpdate, duration: number) =>
  stateOfUpdate(
    {
      ranges: update.ranges === null ? null : parseRanges(update.ranges),
      position: update.position,
      watchedUntil: update.until,
      completed: update.completed,
      lastWatched: Date.parse(update.at),
    },
    duration,
    Number.POSITIVE_INFINITY,
  )

const state = fc
  .record({
    ranges: fc.oneof(
      fc.constant(null),
      fc.array(
        fc.tuple(fc.nat(DURATION), fc.nat(40)).map(([start, length]) => [start, start + length] as const),
        { maxLength: 4 },
      ),
    ),
    position: fc.nat(DURATION + 20),
    watchedUntil: fc.nat(DURATION + 20),
    completed: fc.boolean(),
    lastWatched: fc.nat(6),
  })
  .map((update) => stateOfUpdate(update, DURATION, 5))

const join = (a: LessonProgress, b: LessonProgress) => joinStates(a, b, DURATION)
const all = (states: readonly LessonProgress[], merge = join) => states.reduce(merge, NOTHING_WATCHED)

/** A history as a bad network delivers it: shuffled, some updates more than once, every one at least once. */
const delivered = fc
  .array(state, { minLength: 1, maxLength: 8 })
  .chain((history) =>
    fc.tuple(
      fc.constant(history),
      fc.shuffledSubarray([...history, ...history], { minLength: 0 }),
      fc.shuffledSubarray(history, { minLength: history.length }),
    ),
  )
  .map(([history, repeats, shuffled]) => ({ history, arrived: [...repeats, ...shuffled] }))

describe('merging progress', () => {
  it.each(titled)('%s, in any order', (_, { duration, updates, expected }) => {
    for (const order of [updates, updates.toReversed()]) {
      const merged = order
        .map((update) => readUpdate(update, duration))
        .reduce((a, b) => joinStates(a, b, duration), NOTHING_WATCHED)
      expect({
        ranges: formatRanges(merged.ranges),
        counted: countedSeconds(merged, duration),
        position: merged.position,
        until: merged.watchedUntil,
        completed: merged.completed,
      }).toEqual(expected)
    }
  })

  it('[7-17] is commutative, associative and idempotent', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(state, state, state, (a, b, c) => {
        expect(join(a, b)).toEqual(join(b, a))
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)))
        expect(join(a, a)).toEqual(a)
        expect(join(a, NOTHING_WATCHED)).toEqual(a)
      }),
      { numRuns: 10_000 },
    )
  })

  it('[7-19] ends in the same state however a history was repeated and reordered', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(delivered, ({ history, arrived }) => {
        expect(all(arrived)).toEqual(all(history))
      }),
      { numRuns: 10_000 },
    )
  })

  it('the same histories tell a last-write-wins merge apart', { timeout: 60_000 }, () => {
    const lastWriteWins = (_: LessonProgress, b: LessonProgress) => b
    const check = fc.check(
      fc.property(delivered, ({ history, arrived }) => {
        expect(all(arrived, lastWriteWins)).toEqual(all(history, lastWriteWins))
      }),
      { numRuns: 10_000 },
    )
    expect(check.failed).toBe(true)
  })

  it('[3-15] brings a clock that runs ahead back to the latest time allowed', () => {
    const ahead = { ranges: [], position: 10, watchedUntil: 10, completed: false, lastWatched: 9_000 }
    expect(stateOfUpdate(ahead, DURATION, 5_000).lastWatched).toBe(5_000)
  })
})

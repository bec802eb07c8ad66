import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countedSeconds,
  joinStates,
  type LessonProgress,
  NOTHING_WATCHED,
  stateOfUpdate,
  timeOnServer,
  watchedAt,
} from './progress-merge.rules'
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

  it.each([
    ['a clock that is right', 1_000_000, 1_000_000, 1_000_500, 1_000_000],
    ['a clock that is slow', 400_000, 400_000, 1_000_000, 1_000_000],
    ['a clock that is fast, of a while ago', 8_000_000, 8_060_000, 1_000_000, 940_000],
    ['a clock that was set back in between', 8_000_000, 400_000, 1_000_000, 1_000_000],
    ['nobody who says when it was sent', 400_000, undefined, 1_000_000, 400_000],
    ['nobody who says when it was sent, from the future', 8_000_000, undefined, 1_000_000, 1_000_000],
  ])('[3-15] takes the time of %s', (_, claimed, sent, arrived, expected) => {
    expect(timeOnServer(claimed, sent, arrived)).toBe(expected)
  })

  it('[3-15] stamps what was watched with the time of the server, where it is known', () => {
    const watched = { ranges: [[0, 5]] as const, watchedUntil: 5, completed: false, position: 5 }
    expect(watchedAt(watched, 7_000, 9)).toEqual({ ...watched, lastWatched: 7_000, pieces: [[0, 5, 7_000]] })
    expect(watchedAt(watched, null, 9)).toEqual({ ...watched, lastWatched: 9 })
  })

  it('[9-39] counts nothing beyond the end of a lesson that became shorter', () => {
    const ranges = [
      [0, 20],
      [80, 200],
    ] as const
    expect(countedSeconds({ ranges, completed: false }, 90)).toBe(30)
    expect(countedSeconds({ ranges, completed: true }, 90)).toBe(90)
    expect(countedSeconds({ ranges, completed: false }, 0)).toBe(140)
    expect(
      joinStates(
        NOTHING_WATCHED,
        {
          ...NOTHING_WATCHED,
          ranges: [
            [0, 2],
            [90, 190],
          ],
        },
        100,
      ).completed,
    ).toBe(false)
  })

  it('[3-15] brings a clock that runs ahead back to the latest time allowed', () => {
    const ahead = { ranges: [], position: 10, watchedUntil: 10, completed: false, lastWatched: 9_000 }
    expect(stateOfUpdate(ahead, DURATION, 5_000).lastWatched).toBe(5_000)
  })
})

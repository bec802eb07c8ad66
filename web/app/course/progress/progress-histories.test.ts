import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DURATIONS, type History, histories } from './test-histories'
import { joined, lastWriteWins } from './test-server'
import { isBetween, playHistory } from './test-world'

/** 10,000 more, with wrong clocks besides, are tried in progress-clocks.test. */
/** Others in every run; `npm run test:all` asks more. */
const HISTORIES = Number(process.env.PROGRESS_HISTORIES ?? 2_000)
const START = Date.UTC(2026, 0, 1)
const A_MINUTE_AND_A_HALF = 90_000
const A_YEAR = 31_536_000_000
const PATIENCE = { timeout: 280_000 }

/** Shown also when the tests pass: how much was tried. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function endsAsTheIdealViewer(history: History, merge = joined): Promise<boolean> {
  const { rows, kept, watched, left } = await playHistory(history, START, merge)
  const isIdeal = (seconds: number, lesson: number) => {
    const [row, lower, upper] = [rows[lesson], kept[lesson], watched[lesson]]
    return row && lower && upper && isBetween(lower, row, upper, seconds)
  }
  return left === 0 && DURATIONS.every(isIdeal)
}

describe('the queue, over a bad network', () => {
  it(`[4-48] [7-17] [7-19] ends in the row of the ideal viewer in ${HISTORIES} histories`, PATIENCE, async () => {
    const ran = { histories: 0, arrivals: 0, deaths: 0 }
    await fc.assert(
      fc.asyncProperty(histories(A_MINUTE_AND_A_HALF), async (history) => {
        const { rows, kept, watched, arrivals, left } = await playHistory(history, START)
        ran.histories += 1
        ran.arrivals += arrivals.length
        expect(left).toBe(0)
        for (const [lesson, seconds] of DURATIONS.entries()) {
          const [row, lower, upper] = [rows[lesson], kept[lesson], watched[lesson]]
          if (!row || !lower || !upper) throw new Error('a lesson is missing')
          // Only what was watched in the moment in which a tab died may be missing.
          if (JSON.stringify(lower) === JSON.stringify(upper)) expect(row).toEqual(upper)
          else {
            ran.deaths += 1
            expect({ row, isBetween: isBetween(lower, row, upper, seconds) }).toEqual({ row, isBetween: true })
          }
        }
      }),
      { numRuns: HISTORIES },
    )
    expect(ran.histories).toBeGreaterThanOrEqual(HISTORIES)
    say(`${ran.histories} histories, ${ran.arrivals} requests arrived, ${ran.deaths} lessons with a tab that died`)
  })

  it('[4-48] the same histories tell a server apart on which the last write wins', PATIENCE, async () => {
    const sample = fc.sample(histories(A_MINUTE_AND_A_HALF), { numRuns: 300, seed: 1 })
    let wrong = 0
    for (const history of sample) if (!(await endsAsTheIdealViewer(history, lastWriteWins))) wrong += 1
    say(`last write wins: ${wrong} of ${sample.length} histories end wrong`)
    expect(wrong).toBeGreaterThan(sample.length / 4)
  })

  it('[3-15] a clock that is a year ahead loses and invents nothing', PATIENCE, async () => {
    await fc.assert(
      fc.asyncProperty(histories(A_YEAR), async (history) => {
        const { rows, kept, watched } = await playHistory(history, START)
        for (const [lesson, row] of rows.entries()) {
          const [lower, upper] = [kept[lesson], watched[lesson]]
          if (!lower || !upper) throw new Error('a lesson is missing')
          expect(isBetween(lower, row, upper, DURATIONS[lesson] ?? 0)).toBe(true)
          expect(row.lastWatched).toBeLessThanOrEqual(START + 41 * 90_000 + 2_000)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

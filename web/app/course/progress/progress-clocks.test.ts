import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockHistories, DURATIONS, type History } from './test-histories'
import { idealOf } from './test-ideal'
import { clocksAreBelieved, joined, type Merge } from './test-server'
import { playHistory } from './test-world'

/** Others in every run; `npm run test:all` asks more. */
const HISTORIES = Number(process.env.PROGRESS_HISTORIES ?? 3_000)
const START = Date.UTC(2026, 0, 1)
const PATIENCE = { timeout: 280_000 }
/** A page believes the server's clock to be up to a second further on. */
const CLOCK_STEP_MS = 1_000

/** Shown also when the tests pass: how much was tried. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** How a history ended and how it should have, without times, which agree to the second. */
async function endOf(history: History, merge: Merge, stamps?: Parameters<typeof playHistory>[3]) {
  const { rows, lived, left, log } = await playHistory(history, START, merge, stamps)
  const ideal = lived.map((life, lesson) => idealOf(life, DURATIONS[lesson] ?? 0))
  const late = rows.map((row, lesson) => row.lastWatched - (ideal[lesson]?.lastWatched ?? 0))
  const untimed = rows.map(({ lastWatched: _, pieces: __, ...row }) => row)
  const expected = ideal.map(({ lastWatched: _, ...row }) => row)
  return { untimed, expected, late, left, acts: log.filter((one) => 'at' in one).length }
}

describe('wrong clocks, with resets and completions taken back', () => {
  it(`[3-15] [4-48] [4-50] ends as the ideal viewer does in ${HISTORIES} histories`, PATIENCE, async () => {
    let acts = 0
    await fc.assert(
      fc.asyncProperty(clockHistories, async (history) => {
        const { untimed, expected, late, left, acts: some } = await endOf(history, joined)
        acts += some
        expect(left).toBe(0)
        expect(untimed).toEqual(expected)
        for (const ms of late) {
          if (Number.isNaN(ms)) continue
          expect(ms).toBeGreaterThanOrEqual(0)
          expect(ms).toBeLessThanOrEqual(CLOCK_STEP_MS)
        }
      }),
      { numRuns: HISTORIES },
    )
    say(`${HISTORIES} histories with wrong clocks, ${acts} acts between`)
  })

  it('the same histories tell a server apart that believes the clocks of devices', PATIENCE, async () => {
    const sample = fc.sample(clockHistories, { numRuns: 300, seed: 1 })
    let wrong = 0
    for (const history of sample) {
      const { untimed, expected } = await endOf(history, clocksAreBelieved, 'of the device')
      if (JSON.stringify(untimed) !== JSON.stringify(expected)) wrong += 1
    }
    say(`clocks are believed: ${wrong} of ${sample.length} histories end wrong`)
    expect(wrong).toBeGreaterThan(sample.length / 4)
  })
})

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './run.mjs'

/** How many of the slowest journeys the summary names. */
const SLOWEST = 10

/**
 * Runs the journeys in a real browser.
 * @param {{ everything?: boolean }} options `everything`: also on the screens where a journey says the same again
 */
export async function runJourneys({ everything = false } = {}) {
  const report = join(root, 'test-results', 'e2e.json')
  rmSync(report, { force: true })
  const env = everything ? { ...process.env, E2E_EVERYTHING: '1' } : process.env
  const code = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { env })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const { expected, unexpected, flaky } = stats
  if (flaky > 0) console.warn(`${flaky} of the journeys passed only at the second try: find out why`)
  const slowest = journeysOf(suites).sort((one, other) => other.seconds - one.seconds)
  console.log('the slowest journeys:')
  for (const { seconds, name } of slowest.slice(0, SLOWEST)) console.log(`  ${seconds.toFixed(1)} s  ${name}`)
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) }
}

/** Every journey of a report of Playwright, with the time of its last try. */
function journeysOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}: ${title}`,
        seconds: (results.at(-1)?.duration ?? 0) / 1000,
      })),
    ),
    ...journeysOf(inner),
  ])
}

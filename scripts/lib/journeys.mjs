import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './run.mjs'

const REPORT = join(root, 'test-results', 'e2e.json')

/** Runs the journeys in a real browser; gives their counts, and how long each took in all its tries. */
export async function runJourneys() {
  rmSync(REPORT, { force: true })
  const code = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'])
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(REPORT, 'utf8'))
  const { expected, unexpected, flaky } = stats
  if (flaky > 0) console.warn(`${flaky} of the journeys passed only at the second try: find out why`)
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1), slowest: timesOf(suites) }
}

/** Every journey of a report of Playwright, with the time of all its tries. */
function timesOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results }) => ({
        title: `${file} [${projectName}] ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...timesOf(inner),
  ])
}

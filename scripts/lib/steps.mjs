import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runTool, say } from './run.mjs'

/** The fast gates; each counts as one test. */
export const GATES = [
  { title: 'lint', run: () => runTool('biome', ['check', '--error-on-warnings', '.']) },
  { title: 'types', run: () => run(process.execPath, ['scripts/typecheck.mjs']) },
  { title: 'one-way imports', run: () => run(process.execPath, ['scripts/imports.mjs']) },
  { title: 'dead code', run: () => runTool('knip', []) },
]

/** Runs the gates one after the other. */
export async function runGates() {
  const result = { passed: 0, failed: 0 }
  for (const gate of GATES) {
    say(gate.title)
    result[(await gate.run()) === 0 ? 'passed' : 'failed'] += 1
  }
  return result
}

/**
 * Runs projects of vitest and counts their tests; a run that ends without a report counts as one failure.
 * @param {string[]} projects
 * @param {Record<string, string>} environment further variables for the tests
 */
export async function runVitest(projects, environment = {}) {
  const report = join(root, 'test-results', `${projects.join('-')}.json`)
  rmSync(report, { force: true })
  const code = await runTool(
    'vitest',
    [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { env: { ...process.env, ...environment } },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites))
  return { passed: numPassedTests, failed }
}

/** Runs the journeys in a real browser. */
export async function runJourneys() {
  const report = join(root, 'test-results', 'e2e.json')
  rmSync(report, { force: true })
  const code = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'])
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats
  if (flaky > 0) console.warn(`${flaky} of the journeys passed only at the second try: find out why`)
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) }
}

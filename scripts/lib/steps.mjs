import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './run.mjs'

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

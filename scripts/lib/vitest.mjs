import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './run.mjs'

/**
 * Runs projects of vitest, telling how far they are, and counts their tests; a run without a report counts as a failure.
 * @param {string[]} projects
 * @param {{ folders?: string[], without?: string[], workers?: number, environment?: Record<string, string>, title?: string }} options
 *   which tests alone, which of them not, how many at once, further variables for them, and what to call the run
 */
export async function runVitest(projects, options = {}) {
  const { folders = [], without = [], workers, environment = {}, title = projects.join('-') } = options
  const report = join(root, 'test-results', `${title.replace(/\W+/g, '-')}.json`)
  rmSync(report, { force: true })
  const code = await runTool(
    'vitest',
    [
      ...['run', ...folders],
      ...projects.flatMap((name) => ['--project', name]),
      ...without.flatMap((glob) => ['--exclude', glob]),
      ...(workers ? [`--maxWorkers=${workers}`] : []),
      ...['--reporter=./scripts/lib/progress-reporter.mjs', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { env: { ...process.env, ...environment } },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, slowest: [] }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites))
  return { passed: numPassedTests, failed, slowest: testResults.map(durationOf) }
}

const durationOf = ({ name, startTime, endTime }) => ({ title: name.replace(root, ''), ms: endTime - startTime })

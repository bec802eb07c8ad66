import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { print, root, runTool } from './run.mjs'
import { failureLine } from './summary.mjs'

/**
 * Runs projects of vitest, telling how far they are, and counts their tests; a run without a report counts as a failure.
 * Where nobody watches (`CI`), files that failed run a second time, alone; what passes only then is named.
 * @param {string[]} projects
 * @param {{ folders?: string[], without?: string[], workers?: number, environment?: Record<string, string>, title?: string }} options
 *   which tests alone, which of them not, how many at once, further variables for them, and what to call the run
 */
export async function runVitest(projects, options = {}) {
  const first = await runOnce(projects, options)
  if (!process.env.CI || first.failed === 0 || first.again.length === 0) return first
  const { title = projects.join('-') } = options
  print(`${title}: a second try of ${first.again.join(', ')}`)
  const second = await runOnce(projects, {
    ...options,
    folders: first.again,
    workers: 1,
    title: `${title} again`,
  })
  return afterSecondTry(first, second)
}

/**
 * The counts of a run after its failed files ran again: theirs are those of the second try.
 * @param {{ passed: number, passedInAgain: number, failures: string[], slowest: object[] }} first
 * @param {{ passed: number, failed: number, failures: string[] }} second
 */
export function afterSecondTry(first, second) {
  return {
    passed: first.passed - first.passedInAgain + second.passed,
    failed: second.failed,
    failures: second.failures,
    atSecondTry: second.failed === 0 ? first.failures : [],
    slowest: first.slowest,
  }
}

async function runOnce(
  projects,
  { folders = [], without = [], workers, environment = {}, title = projects.join('-') },
) {
  const name = title.replace(/\W+/g, '-')
  const report = join(root, 'test-results', `${name}.json`)
  const unproved = join(root, 'test-results', `${name}-unproved.json`)
  for (const file of [report, unproved]) rmSync(file, { force: true })
  const code = await runTool(
    'vitest',
    [
      ...['run', ...folders],
      ...projects.flatMap((project) => ['--project', project]),
      ...without.flatMap((glob) => ['--exclude', glob]),
      ...(workers ? [`--maxWorkers=${workers}`] : []),
      ...['--reporter=./scripts/lib/progress-reporter.mjs', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { env: { ...process.env, UNPROVED_FILES: unproved, ...environment } },
  )
  const again = existsSync(unproved) ? JSON.parse(readFileSync(unproved, 'utf8')) : []
  if (!existsSync(report))
    return { passed: 0, passedInAgain: 0, failed: 1, failures: ['no report'], again: [], slowest: [] }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return {
    passed: numPassedTests,
    passedInAgain: testResults.filter(({ name: file }) => again.includes(fromRoot(file))).reduce(countPassed, 0),
    failed: numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)),
    failures:
      code !== 0 && testResults.length === 0 ? ['no test could begin, see above'] : testResults.flatMap(failuresOf),
    again,
    slowest: testResults.map(durationOf),
  }
}

/** What failed of a file: its tests, or all of it where none of them ran. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [failureLine(fromRoot(name), message)] : []
  return failed.map(({ fullName, failureMessages }) => failureLine(`${fromRoot(name)} ${fullName}`, failureMessages[0]))
}

const countPassed = (sum, { assertionResults }) =>
  sum + assertionResults.filter(({ status }) => status === 'passed').length

const fromRoot = (file) => file.replace(`${root}/`, '').replace(root, '')

const durationOf = ({ name, startTime, endTime }) => ({ title: fromRoot(name), ms: endTime - startTime })

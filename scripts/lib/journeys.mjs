import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './run.mjs'
import { failureLine } from './summary.mjs'

const REPORT = join(root, 'test-results', 'e2e.json')

/** Program and words of the journeys, and of some of them against a project that runs elsewhere. */
const HERE = ['playwright', ['test', '--config', 'e2e/playwright.config.ts']]
export const ELSEWHERE = ['tsx', ['--tsconfig', 'e2e/tsconfig.json', 'e2e/elsewhere.ts']]

/** Runs the journeys in a real browser; gives their counts, what failed, and how long each took in all its tries. */
export async function runJourneys([program, words] = HERE) {
  rmSync(REPORT, { force: true })
  const code = await runTool(program, words)
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, failures: ['no report'] }
  const { stats, suites } = JSON.parse(readFileSync(REPORT, 'utf8'))
  const { expected, unexpected, flaky } = stats
  const journeys = journeysOf(suites)
  const told = (state) =>
    journeys.filter(({ status }) => status === state).map((one) => failureLine(one.title, one.message))
  return {
    ...{ passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1), slowest: journeys },
    ...{ failures: told('unexpected'), atSecondTry: told('flaky') },
  }
}

/** Every journey of a report of Playwright: how it ended, with the time of all its tries and what the first that failed said. */
function journeysOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        title: `${file} [${projectName}] ${title}`,
        status,
        message: results.find(({ error }) => error)?.error.message,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...journeysOf(inner),
  ])
}

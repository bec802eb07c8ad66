import { stripVTControlCharacters } from 'node:util'

const NAMED = 10

/** A test that failed and how its message begins, on one line. */
export const failureLine = (title, message = '') =>
  [title, stripVTControlCharacters(message).split('\n')[0]].filter(Boolean).join(': ')

/** Adds up the parts of a run and tells of them at its end. */
export function createSummary() {
  const started = performance.now()
  const parts = []

  /** Runs a part, tells how it ended and keeps its counts. */
  async function part(title, run) {
    const began = performance.now()
    const { passed, failed, slowest = [], failures = [], atSecondTry = [] } = await run()
    parts.push({ title, passed, failed, slowest, failures, atSecondTry, ms: performance.now() - began })
    console.log(`› ${title}: ${passed} passed, ${failed} failed (${seconds(performance.now() - began)})`)
  }

  function printList(heading, of) {
    const lines = parts.flatMap((one) => of(one).map((line) => `  ${one.title}: ${line}`))
    if (lines.length > 0) console.log(`\n${heading}\n${lines.join('\n')}`)
  }

  /** Tells the slowest of all parts, what failed and the counts; gives the exit code. */
  function close() {
    const slowest = parts.flatMap((one) => one.slowest).sort((a, b) => b.ms - a.ms)
    const sum = (name) => parts.reduce((total, one) => total + one[name], 0)
    console.log(`\nThe slowest of ${parts.map(({ title }) => title).join(', ')}:`)
    for (const { title, ms } of slowest.slice(0, NAMED)) console.log(`  ${seconds(ms).padStart(8)}  ${title}`)
    printList('Passed only at the second try: find out why', ({ atSecondTry }) => atSecondTry)
    printList('FAILED', ({ failures }) => failures)
    console.log()
    for (const { title, passed, failed, ms } of parts) {
      console.log(`${title}: ${passed} passed, ${failed} failed (${seconds(ms)})`)
    }
    console.log(`all in ${seconds(performance.now() - started)}`)
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') > 0 ? 1 : 0
  }

  return { part, close }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

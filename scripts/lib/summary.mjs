const NAMED = 10

/** Adds up the parts of a run and tells of them at its end. */
export function createSummary() {
  const started = performance.now()
  const parts = []

  /** Runs a part, tells how it ended and keeps its counts. */
  async function part(title, run) {
    const began = performance.now()
    const { passed, failed, slowest = [] } = await run()
    parts.push({ title, passed, failed, slowest, ms: performance.now() - began })
    console.log(`› ${title}: ${passed} passed, ${failed} failed (${seconds(performance.now() - began)})`)
  }

  /** Tells the slowest of all parts and the counts; gives the exit code. */
  function close() {
    const slowest = parts.flatMap((one) => one.slowest).sort((a, b) => b.ms - a.ms)
    const sum = (name) => parts.reduce((total, one) => total + one[name], 0)
    console.log(`\nThe slowest of ${parts.map(({ title }) => title).join(', ')}:`)
    for (const { title, ms } of slowest.slice(0, NAMED)) console.log(`  ${seconds(ms).padStart(8)}  ${title}`)
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

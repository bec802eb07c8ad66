import { unlessPassedBefore } from './passed-before.mjs'
import { root, runSilently, runToolSilently } from './run.mjs'

const SCHEMA = /^(supabase\/(schemas|migrations|declared|roles)|embedded-supabase\/(sql|src\/database)\/|package-lock)/
const SOURCES = /\.(ts|tsx|mjs|cjs|json)$/

/** The fast gates; each counts as one test. `reads` tells the files that it depends on. */
const GATES = [
  { title: 'lint', reads: /./, run: () => runToolSilently('biome', ['check', '--error-on-warnings', '.']) },
  { title: 'types', reads: SOURCES, run: () => runScript('typecheck') },
  { title: 'one-way imports', reads: SOURCES, run: () => runScript('imports') },
  { title: 'declared schema', reads: SCHEMA, run: () => runToolSilently('tsx', ['supabase/declared/diff.ts']) },
  { title: 'dead code', reads: SOURCES, run: () => runToolSilently('knip', []) },
]

const runScript = (name) => runSilently(process.execPath, [`scripts/${name}.mjs`], { cwd: root })

/**
 * Runs the gates at once and tells of each when it ends.
 * @param {Map<string, string>} [files] fingerprints of all files: a gate that passed on the same ones is not run again
 */
export async function runGates(files) {
  const counts = await Promise.all(GATES.map((gate) => runGate(gate, files)))
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0)
  return { passed: sum('passed'), failed: sum('failed'), slowest: counts.flatMap(({ slowest }) => slowest) }
}

function runGate({ title, reads, run }, files) {
  return unlessPassedBefore({ name: title, files, reads }, async () => {
    const started = performance.now()
    const passed = (await run()) === 0
    const ms = performance.now() - started
    console.log(`gate ${title}: ${passed ? 'passed' : 'FAILED'} (${(ms / 1000).toFixed(1)} s)`)
    return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, slowest: [{ title: `gate: ${title}`, ms }] }
  })
}

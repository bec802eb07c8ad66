// Lint, types, imports, dead code, units and components but for those that compute longest, which `npm test` runs; what
// passed on the very same files before is not run again.
import { runGates } from './lib/gates.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { LONGEST } from './lib/longest-first.mjs'
import { readFiles, unlessPassedBefore } from './lib/passed-before.mjs'
import { createSummary } from './lib/summary.mjs'
import { useTestFolder } from './lib/test-folder.mjs'
import { runVitest } from './lib/vitest.mjs'

/** The files that the tests of a project depend on. */
const READS = {
  units: /^(?!docs\/screens\/)/,
  components: /^(web|supabase|vitest[.]config|package|tsconfig)/,
}

useTestFolder()
await ensureInstalled('everything')
const files = readFiles()
const summary = createSummary()
await Promise.all([
  summary.part('gates', () => runGates(files)),
  ...Object.entries(READS).map(([name, reads]) =>
    summary.part(name, () => unlessPassedBefore({ name, files, reads }, () => runVitest([name], { without: LONGEST }))),
  ),
])
process.exit(summary.close())

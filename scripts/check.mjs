// Lint, types, imports, dead code, units but for those that compute longest, and the components that one's own changes
// reach; `npm test` runs them all. What passed on the very same files before is not run again.
import { runGates } from './lib/gates.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { lastCommonCommit } from './lib/last-common-commit.mjs'
import { LONGEST } from './lib/longest-first.mjs'
import { readFiles, unlessPassedBefore } from './lib/passed-before.mjs'
import { createSummary } from './lib/summary.mjs'
import { useTestFolder } from './lib/test-folder.mjs'
import { runVitest } from './lib/vitest.mjs'

/** The projects of tests: the files that they depend on, and which of their tests run. */
const PROJECTS = [
  { name: 'units', reads: /^(?!docs\/screens\/)/, narrowed: { without: LONGEST } },
  {
    name: 'components',
    reads: /^(web|supabase|vitest[.]config|package|tsconfig)/,
    narrowed: { without: LONGEST, changedSince: await lastCommonCommit() },
  },
]

useTestFolder()
await ensureInstalled('everything')
const files = readFiles()
const summary = createSummary()
await Promise.all([
  summary.part('gates', () => runGates(files)),
  ...PROJECTS.map(({ name, reads, narrowed }) =>
    summary.part(name, () => unlessPassedBefore({ name, files, reads }, () => runVitest([name], narrowed))),
  ),
])
process.exit(summary.close())

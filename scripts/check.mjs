// Lint, types, imports, dead code, units but for those that compute longest, and the components that are nearest to one's
// own changes; `npm test` runs them all. What passed on the very same files before is not run again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGates } from './lib/gates.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { changedFiles } from './lib/last-common-commit.mjs'
import { LONGEST } from './lib/longest-first.mjs'
import { nearestTests } from './lib/nearest-tests.mjs'
import { readFiles, unlessPassedBefore } from './lib/passed-before.mjs'
import { root } from './lib/run.mjs'
import { createSummary } from './lib/summary.mjs'
import { useTestFolder } from './lib/test-folder.mjs'
import { runVitest } from './lib/vitest.mjs'

/** As many as end beside the gates on two cores. */
const MOST_COMPONENTS = 12
const SOURCE = /^(web\/app|supabase\/(functions|seeds))\/.*\.tsx?$/
const COMPONENT_TEST = /\.test\.tsx$/

/** The projects of tests: the files that they depend on, and how they run. */
const PROJECTS = [
  { name: 'units', reads: /^(?!docs\/screens\/)/, run: () => runVitest(['units'], { without: LONGEST }) },
  { name: 'components', reads: /^(web|supabase|vitest[.]config|package|tsconfig)/, run: runNearestComponents },
]

async function runNearestComponents() {
  const changed = await changedFiles()
  if (!changed) return runVitest(['components'])
  const paths = [...files.keys()].filter((path) => SOURCE.test(path))
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const reached = nearestTests(sources, changed, COMPONENT_TEST)
  const nearest = reached.slice(0, MOST_COMPONENTS)
  if (reached.length > nearest.length)
    console.log(`components: the nearest ${nearest.length} of ${reached.length} files that the changes reach`)
  if (nearest.length === 0) return { passed: 0, failed: 0 }
  return runVitest(['components'], { folders: nearest })
}

useTestFolder()
await ensureInstalled('everything')
const files = readFiles()
const summary = createSummary()
await Promise.all([
  summary.part('gates', () => runGates(files)),
  ...PROJECTS.map(({ name, reads, run }) => summary.part(name, () => unlessPassedBefore({ name, files, reads }, run))),
])
process.exit(summary.close())

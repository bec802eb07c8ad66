// Checks the types of every project; what did not change is taken from the last run.
import { join } from 'node:path'
import { root, runTool, runToolQuietly } from './lib/run.mjs'

const PROJECTS = ['embedded-supabase', 'web', 'server', 'supabase', 'e2e']

let failed = await runToolQuietly('react-router', ['typegen'], { cwd: join(root, 'web') })
for (const project of PROJECTS) {
  const kept = join(root, 'node_modules/.cache/tsc', `${project}.tsbuildinfo`)
  // All are checked, also behind a fault: what one change breaks in three of them is told at once.
  failed = (await runTool('tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', kept])) || failed
}
process.exit(failed)

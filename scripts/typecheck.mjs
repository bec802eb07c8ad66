// Checks the types of all folders as one program; what did not change is taken from the last run.
import { join } from 'node:path'
import { root, runTool, runToolSilently } from './lib/run.mjs'

const kept = join(root, 'node_modules/.cache/tsc/all.tsbuildinfo')
const checked = ['-p', '.', '--incremental', '--tsBuildInfoFile', kept]

const untold = await runToolSilently('react-router', ['typegen'], { cwd: join(root, 'web') })
// More checkers than this compute the same types once each.
process.exit((await runTool('tsc', [...checked, '--checkers', '2'])) || untold)

// All fast gates: lint, types, imports, dead code, units.
import { ensureInstalled } from './lib/install.mjs'
import { runGates, runVitest } from './lib/steps.mjs'

await ensureInstalled('everything')
const results = [await runGates(), await runVitest(['units', 'components'])]
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${results.reduce((sum, result) => sum + result.passed, 0)} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

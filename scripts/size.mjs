// Measures what a first visit loads: scripts and styles of each public page and the fonts. Ends with 1 when a budget is
// exceeded; e2e/tests/chunks.spec.ts asks the same of every build that is tested.
import { ensureBuilt } from './lib/build.mjs'
import { BUDGETS, measureSizes } from './lib/sizes.mjs'

await ensureBuilt()
const { pages, figures, over } = measureSizes()
console.table(pages)
console.table(
  Object.fromEntries(Object.entries(BUDGETS).map(([name, budget]) => [name, { kB: figures[name], budget }])),
)
process.exit(over.length > 0 ? 1 : 0)

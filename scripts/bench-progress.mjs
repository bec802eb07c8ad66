// Measures what saving progress costs, by size of the batch, on a server of its own.
// Usage: node scripts/bench-progress.mjs [turns]
import { measure, report } from './lib/measure.mjs'
import { costOfProgress, formatCost } from './lib/progress-cost.mjs'

await measure(async ({ start }) => {
  report(formatCost(await costOfProgress(await start(), Number(process.argv[2] ?? 12))))
})

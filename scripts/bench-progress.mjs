// Measures what saving progress costs, by size of the batch, on a server of its own.
// Usage: node scripts/bench-progress.mjs [turns]
import { loadavg } from 'node:os'
import { ensureBuilt } from './lib/build.mjs'
import { costOfProgress, formatCost } from './lib/progress-cost.mjs'
import { serve, temporaryData } from './lib/served.mjs'

await ensureBuilt()
const { dataDirectory, remove } = temporaryData()
const server = await serve(dataDirectory)
try {
  console.log(`load of the machine before the start: ${loadavg()[0]?.toFixed(1)}`)
  console.log(formatCost(await costOfProgress(server, Number(process.argv[2] ?? 12))))
} finally {
  await server.stop()
  remove()
}

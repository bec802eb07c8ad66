// Sends a campaign from the built server over a mail server that refuses, stalls, dies and lies, kills the server twice
// meanwhile, and says what became of each recipient. Usage: node scripts/campaign.mjs [recipients], 20,000 unless told.
import { ensureBuilt } from './lib/build.mjs'
import { runTool } from './lib/run.mjs'

await ensureBuilt()
process.exit(await runTool('tsx', ['supabase/bench/campaign.ts', ...process.argv.slice(2)]))

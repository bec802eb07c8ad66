// Measures reading and saving progress at 10 thousand, 100 thousand and 1 million students (5 million rows of progress).
// Usage: node scripts/growth.mjs [students ...]
import { runTool } from './lib/run.mjs'

process.exit(await runTool('tsx', ['supabase/bench/growth.ts', ...process.argv.slice(2)]))

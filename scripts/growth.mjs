// Measures reading and saving progress and the list of students at 10 and 100 thousand students, and at 1 million if asked.
// Usage: node scripts/growth.mjs [--million] [--lists] [students ...]
import { runTool } from './lib/run.mjs'

process.exit(await runTool('tsx', ['supabase/bench/growth.ts', ...process.argv.slice(2)]))

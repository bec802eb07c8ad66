// Measures reading and saving progress and the list of students at 10 and 100 thousand students, and at 1 million if asked;
// with --views the pages of analytics over so many page views.
// Usage: node scripts/growth.mjs [--million] [--lists] [students ...] | --views <number>
import { runTool } from './lib/run.mjs'

const args = process.argv.slice(2)
const bench = args.includes('--views') ? 'supabase/bench/analytics.ts' : 'supabase/bench/growth.ts'
process.exit(await runTool('tsx', [bench, ...args]))

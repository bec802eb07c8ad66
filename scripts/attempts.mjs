// Plays generated attempts at a test against the built server, kills server and database under them, and compares how each
// ends with what the ideal student would have. Usage: node scripts/attempts.mjs [attempts]
import { ensureBuilt } from './lib/build.mjs'
import { runTool } from './lib/run.mjs'

await ensureBuilt()
process.exitCode = await runTool('vitest', ['run', '--project', 'database', 'supabase/tests/quiz-restarts.test.ts'], {
  env: { ...process.env, QUIZ_ATTEMPTS: process.argv[2] ?? '1000' },
})

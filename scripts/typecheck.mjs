import { join } from 'node:path'
import { root, runTool } from './lib/run.mjs'

const PROJECTS = ['embedded-supabase', 'web', 'server', 'supabase', 'e2e']

let failed = await runTool('react-router', ['typegen'], {
  cwd: join(root, 'web'),
  stdio: ['ignore', 'ignore', 'inherit'],
})
for (const project of PROJECTS) failed ||= await runTool('tsc', ['-p', project])
process.exit(failed)

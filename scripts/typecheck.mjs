import { join } from 'node:path'
import { root, runTool, runToolQuietly } from './lib/run.mjs'

const PROJECTS = ['embedded-supabase', 'web', 'server', 'supabase', 'e2e']

let failed = await runToolQuietly('react-router', ['typegen'], { cwd: join(root, 'web') })
for (const project of PROJECTS) failed ||= await runTool('tsc', ['-p', project])
process.exit(failed)

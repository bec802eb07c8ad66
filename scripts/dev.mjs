// Serves the academy from its sources: the browser follows changes of web/, and changes of the server start it again.
import { loadEnvFile } from './lib/env-file.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runTool } from './lib/run.mjs'

loadEnvFile()
await ensureInstalled('everything')
process.exit(await runTool('tsx', ['watch', '--clear-screen=false', 'server/src/dev.ts']))

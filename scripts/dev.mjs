// Serves the academy from its sources: the browser follows changes of web/, and changes of the server start it again.
import { loadEnvFile } from './lib/env-file.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runRestarting } from './lib/restarting.mjs'

const FOLDERS = ['server/src', 'embedded-supabase/src', 'embedded-supabase/sql', 'supabase']

loadEnvFile()
await ensureInstalled('everything')
process.exit(await runRestarting(['--import', 'tsx', 'server/src/dev.ts'], FOLDERS))

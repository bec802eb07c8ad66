// Serves the academy: installs, builds and starts what is missing, then runs the server in this very process.

import { loadEnvFile } from './lib/env-file.mjs'
import { checkNodeVersion } from './lib/node-version.mjs'

checkNodeVersion()
loadEnvFile()
// React and its router read this while they load; the academy is served as it is served to the public.
process.env.NODE_ENV ??= 'production'
const { ensureInstalled } = await import('./lib/install.mjs')
const { ensureBuilt } = await import('./lib/build.mjs')
await ensureInstalled('running')
await ensureBuilt()
await import('../server/build/main.js')

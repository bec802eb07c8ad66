// Serves the academy: installs, builds and starts what is missing, then runs the server in this very process; after an
// upgrade the release that it chose, with the settings and the data of this folder.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeToStart, settleSettings } from './lib/current-release.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { checkNodeVersion } from './lib/node-version.mjs'
import { root } from './lib/run.mjs'

checkNodeVersion()
loadEnvFile()
// React and its router read this while they load; the academy is served as it is served to the public.
process.env.NODE_ENV ??= 'production'
const home = root.replace(/\/$/, '')
const code = codeToStart(home)
if (code === home) {
  const { ensureInstalled } = await import('./lib/install.mjs')
  const { ensureBuilt } = await import('./lib/build.mjs')
  await ensureInstalled('running')
  await ensureBuilt()
  await import('../server/build/main.js')
} else {
  settleSettings(home, code)
  await import(pathToFileURL(join(code, 'scripts/start.mjs')).href)
}

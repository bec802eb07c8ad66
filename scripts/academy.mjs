// The commands beside the server: migrate, seed, reset, backup, restore, outgoing, invite, keys, types, audit; after an
// upgrade those of the release that it chose.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { currentCode, settleSettings } from './lib/current-release.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/run.mjs'

loadEnvFile()
const home = root.replace(/\/$/, '')
const code = currentCode(home)
if (code === home) {
  const { ensureServerBuilt } = await import('./lib/build.mjs')
  const { ensureInstalled } = await import('./lib/install.mjs')
  await ensureInstalled('running')
  await ensureServerBuilt()
  await import('../server/build/academy.js')
} else {
  settleSettings(home, code)
  await import(pathToFileURL(join(code, 'scripts/academy.mjs')).href)
}

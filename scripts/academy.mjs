// The commands beside the server: migrate, seed, reset, backup, restore, invite, keys, types.

import { ensureBuilt } from './lib/build.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { ensureInstalled } from './lib/install.mjs'

loadEnvFile()
await ensureInstalled('running')
await ensureBuilt()
await import('../server/build/academy.js')

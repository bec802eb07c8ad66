// The commands beside the server: migrate, seed, reset, backup, restore, outgoing, invite, keys, types, audit.

import { ensureServerBuilt } from './lib/build.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { ensureInstalled } from './lib/install.mjs'

loadEnvFile()
await ensureInstalled('running')
await ensureServerBuilt()
await import('../server/build/academy.js')

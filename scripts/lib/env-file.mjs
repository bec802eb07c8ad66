import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Reads `.env` where there is one; what the environment already says stands. */
export function loadEnvFile() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

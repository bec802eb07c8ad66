import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { prepareDataFolder } from '../../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../../server/src/backend.ts'
import { readConfig } from '../../../server/src/config.ts'
import { createLog } from '../../../server/src/log.ts'

export const folder = mkdtempSync(join(tmpdir(), 'academy-backend-'))
chmodSync(folder, 0o711)
export const settings = {
  ...{ NODE_ENV: 'production', SITE_URL: 'https://academy.test', LOG_LEVEL: 'silent', SEED_DEMO: '0' },
  DATA_DIR: join(folder, 'data'),
}
export const config = readConfig(settings)
/** Of the file that called `withBackend`. */
export let backend: Backend
export let database: Database

/** Starts the backend on its folder, as the server and the commands do. */
export async function startAgain(): Promise<void> {
  backend = await startBackend(config, createLog(config))
  if (!backend.embedded) throw new Error('no database')
  database = backend.embedded.database
}

/** Gives a test file a backend on a copy of a migrated database, in a folder of its own. */
export function withBackend(): void {
  beforeAll(async () => {
    prepareDataFolder(config.dataDirectory, config.projectDirectory)
    await startAgain()
  }, 60_000)
  afterAll(async () => {
    await backend?.close()
    rmSync(folder, { recursive: true, force: true })
  })
}

/** What a call prints, line by line. */
export async function printed(call: (print: (line: string) => void) => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  await call((line) => lines.push(line))
  return lines
}

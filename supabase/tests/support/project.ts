import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The real project folder. */
export const PROJECT = join(fileURLToPath(new URL('../..', import.meta.url)), '.')
/** The real migrations. */
export const MIGRATIONS = join(PROJECT, 'migrations')

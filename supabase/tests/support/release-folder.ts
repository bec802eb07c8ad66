import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../server/src/config.ts'

/** What an academy that is built needs to run, without sources that a build would look at. */
const BUILT = [
  ...['package.json', 'package-lock.json', 'scripts', 'server/build', 'server/package.json', 'web/build'],
  ...['web/package.json', 'embedded-supabase/package.json', 'embedded-supabase/sql', 'supabase/config.toml'],
  ...[
    'supabase/embedded.toml',
    'supabase/migrations',
    'supabase/replaced-migrations.json.gz',
    'supabase/templates',
    'supabase/mails',
  ],
]
const WORKSPACES = ['embedded-supabase', 'server', 'web']

/** Copies the built academy into a folder, whose files a test may then take away; the dependencies are the ones here. */
export function copyBuiltAcademy(folder: string): void {
  for (const name of BUILT) cpSync(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  // There is nothing to build from.
  writeFileSync(
    join(folder, 'scripts/lib/build.mjs'),
    'export const ensureBuilt = async () => undefined\nexport const ensureServerBuilt = ensureBuilt\n',
  )
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const isOurs = WORKSPACES.includes(name)
    symlinkSync(isOurs ? join('..', name) : join(ROOT, 'node_modules', name), join(modules, name))
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say } from './run.mjs'

const MARK = join(root, 'node_modules', '.academy-install.json')
/** The compiler of the checks, which npm installs with the build tools because they could use it, and never do. */
const NOT_TO_RUN = ['typescript', '@typescript']
const RUNNING = ['--workspace=embedded-supabase', '--workspace=server', '--workspace=web']

/**
 * Installs the dependencies when they are missing or the lockfile has changed.
 * @param {'running' | 'everything'} asked what the academy needs to run, or the test tools too; once they were installed
 *   in a folder, they stay
 */
export async function ensureInstalled(asked) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = existsSync(MARK) ? JSON.parse(readFileSync(MARK, 'utf8')) : {}
  const scope = mark.scope === 'everything' ? 'everything' : asked
  if (mark.lock === lock && mark.scope === scope) return
  say(`installing ${scope === 'everything' ? 'all dependencies' : 'what the academy needs to run'}`)
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]
  const code = await run(npm[0], [
    ...npm[1],
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(scope === 'running' ? RUNNING : []),
  ])
  if (code !== 0) throw new Error(`npm could not install the dependencies (exit code ${code})`)
  if (scope === 'running') {
    for (const name of NOT_TO_RUN) rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
  }
  writeFileSync(MARK, JSON.stringify({ lock, scope }))
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print, root, run } from './run.mjs'

const MODULES = join(root, 'node_modules')
const MARK = join(MODULES, '.academy-install.json')
/** Written by npm when all packages are there. */
const NPM_RECORD = join(MODULES, '.package-lock.json')
/** The compiler of the checks, which npm installs with the build tools because they could use it, and never do. */
const NOT_TO_RUN = ['typescript', '@typescript']
const RUNNING = ['--workspace=embedded-supabase', '--workspace=server', '--workspace=web']

/**
 * Installs the dependencies when they are missing or the lockfile has changed.
 * @param {'running' | 'everything'} asked what the academy needs to run, or the test tools too; once they were installed
 *   in a folder, they stay
 *
 * npm takes a package for whole that has its package.json, so what an interrupted install left is taken away first.
 */
export async function ensureInstalled(asked) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = readMark()
  const scope = mark.scope === 'everything' ? 'everything' : asked
  if (mark.lock === lock && mark.scope === scope) return
  print(`installing ${scope === 'everything' ? 'all dependencies' : 'what the academy needs to run'}`)
  if (mark.unfinished) rmSync(MODULES, { recursive: true, force: true })
  mkdirSync(MODULES, { recursive: true })
  writeFileSync(MARK, JSON.stringify({ scope, unfinished: true }))
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

/** @returns {{ lock?: string, scope?: string, unfinished?: boolean }} what the last install wrote down */
function readMark() {
  if (!existsSync(MARK)) return { unfinished: existsSync(MODULES) && !existsSync(NPM_RECORD) }
  try {
    return JSON.parse(readFileSync(MARK, 'utf8'))
  } catch {
    return { unfinished: true }
  }
}

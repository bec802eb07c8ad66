import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './run.mjs'

const git = async (folder, ...args) => (await promisify(execFile)('git', args, { cwd: folder })).stdout.trim()

/**
 * The last commit that a checkout shares with the branch it was cloned from; without such a branch, its last commit.
 * @param {string} [folder] the checkout, else this one
 * @returns {Promise<string | undefined>} its name, or undefined where there is no history
 */
export async function lastCommonCommit(folder = root) {
  try {
    return await git(folder, 'merge-base', 'HEAD', 'origin/HEAD')
  } catch {
    return git(folder, 'rev-parse', 'HEAD').catch(() => undefined)
  }
}

/**
 * The files that differ from the last common commit, new ones included, by their paths from the root.
 * @param {string} [folder] the checkout, else this one
 * @returns {Promise<string[] | undefined>} undefined where there is no history
 */
export async function changedFiles(folder = root) {
  const commit = await lastCommonCommit(folder)
  if (!commit) return undefined
  const lists = await Promise.all([
    git(folder, 'diff', '--name-only', '--relative', commit),
    git(folder, 'ls-files', '--others', '--exclude-standard'),
  ])
  return lists.flatMap((list) => list.split('\n').filter(Boolean))
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const CACHE = join(root, 'node_modules/.cache/check')
const NOT_OURS = new Set([
  ...['node_modules', 'build', 'dist', '.git', '.react-router', 'data'],
  ...['test-results', 'playwright-report', 'coverage'],
])

const sha = (content) => createHash('sha1').update(content).digest('base64')

/**
 * The content of every file of the repository.
 * @returns {Map<string, string>} a hash by path below the root
 */
export function readFiles() {
  const files = new Map()
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (NOT_OURS.has(entry.name) || path === 'releases') continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) files.set(path, sha(readFileSync(join(root, path))))
    }
  }
  visit('')
  return files
}

/**
 * Runs `work` unless it passed on the very same files, and says so when it did.
 * @param {{ name: string, files?: Map<string, string>, reads: RegExp }} what without `files` it is always run
 * @param {() => Promise<{ passed: number, failed: number, slowest: object[] }>} work
 */
export async function unlessPassedBefore({ name, files, reads }, work) {
  if (!files) return work()
  const key = fingerprint(files, reads)
  const file = join(CACHE, `${name.replaceAll(' ', '-')}.json`)
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  if (before.key === key) {
    console.log(`${name}: nothing changed since it passed (${before.passed}), not run again`)
    return { passed: before.passed, failed: 0, slowest: [] }
  }
  const result = await work()
  mkdirSync(CACHE, { recursive: true })
  if (result.failed > 0) rmSync(file, { force: true })
  else writeFileSync(file, JSON.stringify({ key, passed: result.passed }))
  return result
}

function fingerprint(files, reads) {
  const lines = [...files]
    .filter(([path]) => reads.test(path) || path === 'package-lock.json')
    .map((pair) => pair.join(' '))
  return sha([process.version, process.platform, ...lines.sort()].join('\n'))
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const SKIP = new Set(['node_modules', 'build', '.react-router', 'test', 'tests'])

/** A fingerprint of the files below the folders: names, sizes and times of change. */
function fingerprint(folders) {
  const hash = createHash('sha256').update(process.version)
  const visit = (path) => {
    const stat = statSync(path)
    if (!stat.isDirectory()) return hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    for (const name of readdirSync(path).sort()) if (!SKIP.has(name)) visit(join(path, name))
  }
  for (const folder of folders) if (existsSync(join(root, folder))) visit(join(root, folder))
  return hash.digest('hex')
}

/** Whether a build was made of its sources as they are. */
export function isBuilt({ stamp, sources }) {
  const file = join(root, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(sources)
}

/** Runs `build` unless its sources are as they were when it last succeeded; what an interrupted one left is built anew. */
export async function buildWhenStale({ stamp, sources }, build) {
  const file = join(root, stamp)
  const now = fingerprint(sources)
  if (isBuilt({ stamp, sources })) return false
  // Sources that go back to what was built before must not find half of another build under the old stamp.
  rmSync(file, { force: true })
  await build()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
  return true
}

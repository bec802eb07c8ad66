import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'academy-tests-'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Lets the temporary files of tests lie in memory where there is room for them, and takes them away at the end: each
 * database of a test is a folder of some forty megabytes that nobody needs to find again (decision 0119).
 * @returns {string | undefined} the folder, or nothing where the system's own is used
 */
export function useTestFolder(memory = MEMORY) {
  if (!existsSync(memory)) return undefined
  for (const name of readdirSync(memory)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(memory, name))
  }
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < NEEDED_BYTES) return undefined
  const folder = join(memory, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // As a system's own: databases and browsers of other users lie in it, too.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
  return folder
}

/** What a database of an ended run still writes there is left for the next one. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

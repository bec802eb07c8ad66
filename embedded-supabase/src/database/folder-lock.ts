import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** A process as the operating system knows it: a pid alone may have been given to somebody else since. */
type Holder = { pid: number; startedAt: string }

/**
 * Claims a data folder for this process.
 * A lock whose holder is gone is taken over; a living holder is never robbed.
 * @returns the function that gives the folder back.
 * @throws when another living process holds it, naming that process.
 */
export function lockFolder(file: string): () => void {
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      if (holder && isAlive(holder)) {
        throw new Error(
          `The data folder is in use by process ${holder.pid} (lock file ${file}). Stop it, or choose another folder with DATA_DIR.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new Error(`Could not claim the lock file ${file}: another process is starting on the same data folder.`)
}

/** Whether a living process holds the folder of a lock file. */
export function isHeld(file: string): boolean {
  const holder = readHolder(file)
  return holder !== undefined && isAlive(holder)
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Whether the process lives and is still the one that started then. */
export function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  if (now === 'ended') return false
  return now === undefined || startedAt === '' || now === startedAt
}

/** The kernel's start time of a process (field 22 of /proc/pid/stat), `ended` for a zombie; undefined without /proc. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : fields[19]
  } catch {
    return undefined
  }
}

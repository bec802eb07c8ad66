import { randomUUID } from 'node:crypto'
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A process as its machine knows it: a pid alone may have been given to somebody else since. */
type Holder = { pid: number; startedAt: string; machine?: string }

/** Pids of a container, or of another machine over the same files, say nothing here; that its holder lives it shows by touching the lock. */
const MACHINE = `${hostname()} ${pidNamespace()}`
const TOUCHED_EVERY_MS = 5_000
const LEFT_AFTER_MS = 30_000

/**
 * Claims a data folder for this process.
 * A lock whose holder is gone is taken over; a living holder is never robbed. One of another machine or container is
 * gone once it has not touched its lock for half a minute.
 * @returns the function that gives the folder back.
 * @throws when another living process holds it, naming that process.
 */
export function lockFolder(file: string): () => void {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '', machine: MACHINE }
  const text = JSON.stringify(holder)
  // Whole before it stands there: nobody reads half of it.
  const prepared = `${file}.${randomUUID()}`
  try {
    writeFileSync(prepared, text, { mode: 0o600 })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (claim(prepared, file)) {
        removePrepared(file)
        return keepTouched(file, text)
      }
      removeLeft(file)
    }
  } finally {
    rmSync(prepared, { force: true })
  }
  throw new Error(`Could not claim the lock file ${file}: another process is starting on the same data folder.`)
}

/** Whether a living process holds the folder of a lock file. */
export function isHeld(file: string): boolean {
  const lock = read(file)
  return lock !== undefined && isAlive(lock)
}

function claim(prepared: string, file: string): boolean {
  try {
    linkSync(prepared, file)
    return true
  } catch (error) {
    // Who holds the folder may have taken the prepared file for one that a killed process left.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Takes away what processes that were killed, or come too late, had prepared. */
function removePrepared(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(`${basename(file)}.`)) rmSync(join(dirname(file), name), { force: true })
  }
}

function keepTouched(file: string, text: string): () => void {
  const touching = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // The folder may be gone, with all that lay in it.
    }
  }, TOUCHED_EVERY_MS).unref()
  return () => {
    clearInterval(touching)
    if (read(file)?.text === text) rmSync(file, { force: true })
  }
}

/** Takes away a lock that was left. @throws when its holder lives */
function removeLeft(file: string): void {
  const lock = read(file)
  if (lock && isAlive(lock)) {
    const { pid, machine = MACHINE } = lock.holder ?? { pid: 0 }
    const where = machine === MACHINE ? '' : ' of another machine or container'
    throw new Error(
      `The data folder is in use by process ${pid}${where} (lock file ${file}). Stop it, or choose another folder with DATA_DIR.`,
    )
  }
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    // Somebody else took it away.
    return
  }
  // What was looked at may have been taken over before it was moved.
  if (lock && read(aside)?.text !== lock.text) claim(aside, file)
  rmSync(aside, { force: true })
}

type Lock = { text: string; holder: Holder | undefined; touchedAt: number }

function read(file: string): Lock | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, holder: parse(text), touchedAt: statSync(file).mtimeMs }
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

/** Whether the process lives and is still the one that started then. */
function isAlive({ holder, touchedAt }: Lock): boolean {
  if (!holder) return false
  const { pid, startedAt, machine = MACHINE } = holder
  if (machine !== MACHINE) return Date.now() - touchedAt < LEFT_AFTER_MS
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  if (now === 'ended') return false
  return now === undefined || startedAt === '' || now === startedAt
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
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

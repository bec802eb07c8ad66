import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { databaseEnvironment } from './initialise.ts'
import type { Identity } from './run-as.ts'

const READY_DEADLINE_MS = 30_000
const RESTART_DELAYS_MS = [20, 100, 500, 2000]
const REMEMBERED_LINES = 20
/** The fast shutdown, the immediate one, and the end of what hangs; of each how long it may take. */
const ENDINGS = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const
const LOOK_EVERY_MS = 20
/** How long after a panic the server may still be recovering from it. */
const CRASHING_MS = 30_000

export type SupervisorOptions = {
  binaries: Binaries
  identity: Identity
  data: string
  arguments: string[]
  log: (message: string) => void
}

export type Supervisor = {
  /** Process id of the running postmaster; undefined while it is down. */
  pid(): number | undefined
  /**
   * Stops PostgreSQL (fast shutdown: transactions are rolled back, the log is flushed) and does not start it again. One
   * that has just crashed is stopped at once, as the next start recovers it anyway.
   */
  stop(): Promise<void>
}

/**
 * Starts a postmaster and starts it again whenever it dies: at once when it had been ready, later each time it had not.
 * @throws when it does not become ready at first, with what it said.
 */
export async function superviseServer(options: SupervisorOptions): Promise<Supervisor> {
  const lastLines: string[] = []
  let child: ChildProcess | undefined
  let stopping = false
  let failures = 0
  let panickedAt = Number.NEGATIVE_INFINITY

  function launch(): void {
    const started = spawn(options.binaries.postgres, ['-D', options.data, ...options.arguments], {
      ...options.identity,
      cwd: options.data,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: databaseEnvironment(),
    })
    child = started
    started.stderr.setEncoding('utf8').on('data', (text: string) => remember(text))
    started.once('error', (error) => remember(error.message))
    started.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      failures = isReady(options.data, started.pid) ? 0 : failures + 1
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)]
      options.log(`the database stopped (${signal ?? `code ${code}`}); starting it again in ${delay} ms`)
      setTimeout(() => stopping || launch(), delay)
    })
  }

  function remember(text: string): void {
    lastLines.push(...text.split('\n').filter(Boolean))
    lastLines.splice(0, lastLines.length - REMEMBERED_LINES)
    for (const line of text.split('\n').filter((one) => / PANIC: /.test(one))) {
      panickedAt = performance.now()
      options.log(line)
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    const running = child
    // A fast shutdown amid a crash can wait for ever for a process of the server's own.
    const isCrashing = performance.now() - panickedAt < CRASHING_MS
    if (running) await end(running, () => child === undefined, isCrashing ? 'SIGQUIT' : 'SIGINT')
  }

  launch()
  for (let waited = 0; !isReady(options.data, child?.pid); waited += 10) {
    if (waited >= READY_DEADLINE_MS || failures >= RESTART_DELAYS_MS.length) {
      await stop()
      throw new Error(`PostgreSQL did not become ready: ${lastLines.join('\n') || 'it said nothing'}`)
    }
    await sleep(10)
  }
  return { pid: () => child?.pid, stop }
}

/** The postmaster writes its own pid in the first line and `ready` in the last one of its pid file. */
function isReady(data: string, pid: number | undefined): boolean {
  const lines = readPidFile(data)
  return pid !== undefined && Number(lines[0]) === pid && lines.at(-1)?.trim() === 'ready'
}

function readPidFile(data: string): string[] {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** Ends a postmaster that outlived the process that started it. */
export async function stopLeftover(data: string, log: (message: string) => void): Promise<void> {
  const pid = Number(readPidFile(data)[0])
  if (!pid || !isPostgres(pid)) return
  log(`stopping the database that an earlier run left behind (process ${pid})`)
  await end({ kill: (signal) => process.kill(pid, signal) }, () => !isPostgres(pid))
}

type Killable = { kill(signal: NodeJS.Signals): unknown }

/** Ends a process from a signal on, and by the next one where it has not ended in its time. */
async function end(running: Killable, isGone: () => boolean, from: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const first = ENDINGS.findIndex(([signal]) => signal === from)
  for (const [signal, longestMs] of ENDINGS.slice(first)) {
    if (isGone()) return
    running.kill(signal)
    for (let waited = 0; !isGone() && waited < longestMs; waited += LOOK_EVERY_MS) await sleep(LOOK_EVERY_MS)
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

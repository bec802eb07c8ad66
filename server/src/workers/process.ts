import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { createDecoder, encode } from './frames.ts'
import type { KIND_OF, Kind } from './kinds.ts'
import type { WorkerCode } from './worker-code.ts'

export type Question = { job: keyof typeof KIND_OF; values: unknown[] }
/** Processor time is that of the process since its start. */
export type Answer = ({ isReady: true } | { value: unknown } | { refusal: string }) & { spentSeconds: number }

/** Of what a worker gives back: more than any job has. */
const MOST_BYTES = 48 * 1024 * 1024
/** A worker may spend the seconds of a job so many times before it is replaced. */
const LIVES = 2
/** A job that waits more than it works, on a machine that has no time for it. */
const CLOCK_FACTOR = 12
const LEAST_CLOCK_S = 120
/** The code of Node, of its threads and their stacks. */
const OWN_MB = 256
const MOST_FILES = 64
/** Requests have three times the share of a worker. */
const NICENESS = 5
const HAS_KERNEL_LIMITS = process.platform !== 'win32'

/** No worker could do the job, whatever it was: to be tried again later. */
export class NoWorker extends Error {
  override name = 'NoWorker'
}

/** A job that is never done: what its function refuses, or TIME, MEMORY, FAILED. */
export class JobRefused extends Error {
  override name = 'JobRefused'
  constructor(readonly code: string) {
    super(code)
  }
}

export type Worker = {
  kind: Kind
  pid: number | undefined
  /**
   * Does one job; afterwards the worker can do another one, if `isWorn` says no.
   * @throws JobRefused for an input that costs more than its kind may, NoWorker for what is no fault of the input
   */
  ask(question: Question): Promise<Answer>
  isWorn(): boolean
  /** While it waits, it keeps nothing from ending. */
  rest(): void
  end(): void
}

/**
 * Starts a process that parses what strangers sent. It is given no variable, no file, no key and no connection; the kernel
 * ends it when it uses more time or memory than its kind may, also after this process has ended.
 * @param onEnd is called once, however it ends
 */
export function startWorker(kind: Kind, code: WorkerCode, onEnd: () => void): Worker {
  let settle: { done: (answer: Answer) => void; failed: (error: Error) => void } | undefined
  let isEnding = false
  let isReady = false
  let spentSeconds = 0
  const fail = (error: Error) => {
    isEnding = true
    settle?.failed(error)
    settle = undefined
    onEnd()
  }
  const child = spawn(...commandOf(kind, code), {
    // Windows opens no pipe without it.
    env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    ...code.identity,
  })
  // Before anything else: without descriptors it has no pipes either, and says so a moment later.
  child.on('error', (error) => fail(new NoWorker(error.message)))
  child.on('exit', (exit, signal) => {
    // Who is killed by the system or by us, is not killed for what it was given; nor does anybody read before it is ready.
    const isInnocent = isEnding || !isReady || signal === 'SIGKILL'
    fail(isInnocent ? new NoWorker(`A worker ended: ${signal ?? exit}`) : new JobRefused(reasonOf(signal)))
  })
  if (!child.stdin) throw new NoWorker('No worker could be started')
  yieldToOthers(child)
  const end = () => {
    isEnding = true
    child.kill('SIGKILL')
  }
  const endBy = (error: Error) => {
    fail(error)
    end()
  }
  const read = createDecoder(MOST_BYTES, (answer) => {
    isReady = true
    spentSeconds = (answer as Answer).spentSeconds
    if ('isReady' in (answer as Answer)) return
    settle?.done(answer as Answer)
    settle = undefined
  })
  child.stdout.on('data', (piece: Buffer) => {
    try {
      read(piece)
    } catch {
      endBy(new JobRefused('FAILED'))
    }
  })
  child.stdin.on('error', () => undefined)
  return {
    kind,
    pid: child.pid,
    ask(question) {
      hold(child, 'ref')
      return new Promise<Answer>((done, failed) => {
        if (isEnding) return failed(new NoWorker('A worker has ended'))
        const timer = setTimeout(() => endBy(lateness()), Math.max(LEAST_CLOCK_S, kind.seconds * CLOCK_FACTOR) * 1000)
        const settled = () => clearTimeout(timer)
        settle = {
          done: (answer) => {
            settled()
            done(answer)
          },
          failed: (error) => {
            settled()
            failed(error)
          },
        }
        for (const part of encode(question)) child.stdin.write(part)
      })
    },
    isWorn: () => isEnding || spentSeconds > kind.seconds * (LIVES - 1),
    rest: () => hold(child, 'unref'),
    end,
  }
}

/** Linux and macOS enforce the limits by the kernel (setrlimit); elsewhere the clock and the heap of V8 remain. */
function commandOf(
  { name, seconds, heapMb, memoryMb, hasAddons }: Kind,
  { file, folders }: WorkerCode,
): [string, string[]] {
  const flags = [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    // Named otherwise before Node 22.13.
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    ...folders.map((folder) => `--allow-fs-read=${folder}/`),
    ...(hasAddons ? ['--allow-addons'] : []),
  ]
  if (!HAS_KERNEL_LIMITS) return [process.execPath, [...flags, file, name]]
  const cpu = Math.ceil(seconds * LIVES)
  const limits = [
    // Soft before hard; the signal of the soft one says what was exceeded.
    ...[`-S -t ${cpu}`, `-H -t ${cpu + 5}`, `-d ${(memoryMb + OWN_MB) * 1024}`],
    ...['-c 0', '-f 0', `-n ${MOST_FILES}`],
  ]
  // A limit that a system does not know is left out.
  const script = `${limits.map((limit) => `{ ulimit ${limit}; } 2>/dev/null`).join('; ')}; exec "$0" "$@"`
  return ['/bin/sh', ['-c', script, process.execPath, ...flags, file, name]]
}

/** Requests come first, and where memory is short the kernel ends a worker before anything else. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid === undefined) return
    setPriority(pid, NICENESS)
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It has ended already, or the system does not let us.
  }
}

/** Where the kernel counts processor time, a job that is late has had none of it. */
const lateness = () => (HAS_KERNEL_LIMITS ? new NoWorker('A worker had no time') : new JobRefused('TIME'))

/** Of the heap V8 ends the process by SIGABRT or SIGTRAP, of the rest as malloc's caller does. */
const reasonOf = (signal: NodeJS.Signals | null): string =>
  signal === 'SIGXCPU' ? 'TIME' : signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'MEMORY' : 'FAILED'

function hold(child: ChildProcess & { stdin: Writable; stdout: Readable }, how: 'ref' | 'unref'): void {
  child[how]()
  for (const pipe of [child.stdin, child.stdout] as { ref?(): void; unref?(): void }[]) pipe[how]?.()
}

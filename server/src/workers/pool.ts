import { createFairQueue } from './fair-queue.ts'
import type { Jobs } from './jobs.ts'
import { KIND_OF, type Kind } from './kinds.ts'
import { JobRefused, NoWorker, startWorker, type Worker } from './process.ts'
import { type WorkerCode, workerCode } from './worker-code.ts'

/** One core stays with requests on the smallest machine. */
const MOST_WORKERS = 2
const MOST_WAITING = 100
/** How long a worker waits for another job: mails come in bundles, and a process costs more than most of them. */
const IDLE_MS = 5_000
/** What our own rules refuse, without that anything broke. */
const BREAKS = new Set(['FAILED', 'UNREADABLE'])

export type Pool = ReturnType<typeof createPool>

/** Makes a pool of workers, none of which is started before there is a job. */
export function createPool({
  idleMs = IDLE_MS,
  most = MOST_WORKERS,
  kindOf = KIND_OF as Record<keyof Jobs, Kind>,
  code = workerCode,
} = {}) {
  const inTurn = createFairQueue({ atOnce: most, mostWaiting: MOST_WAITING })
  const idle = new Map<Worker, NodeJS.Timeout>()
  const workers = new Set<Worker>()
  let found: WorkerCode | undefined
  let isStopped = false

  const forget = (worker: Worker) => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    workers.delete(worker)
  }
  const end = (worker: Worker) => {
    forget(worker)
    worker.end()
  }
  const keep = (worker: Worker) => {
    worker.rest()
    idle.set(worker, setTimeout(() => end(worker), idleMs).unref())
  }
  const take = async (kind: Kind): Promise<Worker> => {
    for (const [worker, timer] of idle) {
      if (worker.isWorn()) end(worker)
      else if (worker.kind === kind) {
        clearTimeout(timer)
        idle.delete(worker)
        return worker
      }
    }
    found ??= await code()
    // Of another kind.
    const [other] = idle.keys()
    if (other && workers.size >= most) end(other)
    if (isStopped) throw new NoWorker('The workers are stopped')
    const worker: Worker = startWorker(kind, found, () => forget(worker))
    workers.add(worker)
    return worker
  }
  const doJob = async (job: keyof Jobs, values: unknown[]): Promise<unknown> => {
    const worker = await take(kindOf[job])
    const answer = await worker.ask({ job, values }).catch((error) => {
      end(worker)
      throw error
    })
    const isBroken = 'refusal' in answer && BREAKS.has(answer.refusal)
    if (isBroken || worker.isWorn() || isStopped) end(worker)
    else keep(worker)
    if ('refusal' in answer) throw new JobRefused(answer.refusal)
    return 'value' in answer ? answer.value : undefined
  }
  return {
    /**
     * Has a worker do a job; of several senders the jobs are done in turn. What was broken by one is used for no other.
     * @throws JobRefused for what can never be done, NoWorker or QueueFull for what can be tried again
     */
    run: <Name extends keyof Jobs>(sender: string, job: Name, ...values: Parameters<Jobs[Name]>) =>
      inTurn(sender, () => doJob(job, values)) as ReturnType<Jobs[Name]>,
    /** The processes that there are. */
    pids: () => [...workers].map(({ pid }) => pid),
    /** Ends all workers, also those at work. */
    stop() {
      isStopped = true
      for (const worker of workers) end(worker)
    },
  }
}

/** The workers of the server. */
export const workers: Pool = createPool()

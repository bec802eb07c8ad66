import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** What is shorter is free, and has the priority of everybody. */
const FREE_MS = 200
const NICENESS = 10
/** Of the time in which a statement waits for a processor, this much counts: it holds a connection, but does nothing. */
const WAITING_COUNTS = 0.25

/** A statement on its way, on the connection to a process of the database. */
export type WatchedStatement = {
  /**
   * Call when it is over.
   * @returns milliseconds that it took beyond the free ones, 0 for a fast one, and whether its process gave way
   */
  end(): { slowMs: number; gaveWay: boolean }
}

/**
 * Watches a statement: one that is slow gives way to others on the same machine, and what it takes is measured.
 * @param processId of the database's process; undefined when that is no process of this machine that is ours
 * @param waitedMs tells how long it has waited for a processor since it began
 */
export function watchStatement(processId: number | undefined, waitedMs = waitedForProcessor): WatchedStatement {
  let slow: { since: number; waited: number; gaveWay: boolean } | undefined
  let looking: NodeJS.Immediate | undefined
  const begin = () => {
    const gaveWay = processId !== undefined && giveWay(processId)
    slow = { since: performance.now(), waited: waitedMs(processId), gaveWay }
  }
  // An answer that lies there already, because this process itself had to wait, is read first.
  const timer = setTimeout(() => {
    looking = setImmediate(begin)
  }, FREE_MS)
  return {
    end() {
      clearTimeout(timer)
      clearImmediate(looking)
      if (!slow) return { slowMs: 0, gaveWay: false }
      const tookMs = performance.now() - slow.since
      const waited = Math.min(tookMs, Math.max(0, waitedMs(processId) - slow.waited))
      return { slowMs: tookMs - waited * (1 - WAITING_COUNTS), gaveWay: slow.gaveWay }
    },
  }
}

/** Lowers the priority of a process: whoever made it work so long, others are answered first. */
function giveWay(processId: number): boolean {
  try {
    setPriority(processId, NICENESS)
    return true
  } catch {
    return false
  }
}

/** Milliseconds, as Linux tells them; 0 where nobody does. */
function waitedForProcessor(processId: number | undefined): number {
  if (processId === undefined) return 0
  try {
    return Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1_000_000
  } catch {
    return 0
  }
}

import type { ProgressUpdate } from './pending-progress.rules'
import { DURATIONS, type Fate } from './test-histories'
import { type Act, type Merge, NOTHING_HELD, perform, type ServerLesson } from './test-server'

/** One request with rows, as it reached the database; `byBeacon` tells the way it took. */
export type Arrival = { updates: readonly ProgressUpdate[]; byBeacon: boolean }

/** A server behind a bad network: requests meet their fates one after another, once these are used up they arrive. */
export function createNetwork(fates: readonly Fate[], merge: Merge) {
  const held: ServerLesson[] = DURATIONS.map(() => NOTHING_HELD)
  const arrivals: Arrival[] = []
  const log: (Arrival | Act)[] = []
  const waiting: (() => void)[] = []
  let sends = 0
  const server = { isUp: true, now: 0 }

  function arrive(arrival: Arrival): void {
    arrivals.push(arrival)
    log.push(arrival)
    for (const row of arrival.updates) {
      const lesson = Number(row.lesson_id)
      held[lesson] = merge(held[lesson] ?? NOTHING_HELD, row, DURATIONS[lesson] ?? 0, server.now)
    }
  }

  /** Sends a request; the promise says whether the sender learns that it arrived. It never settles for a dead page. */
  function send(updates: readonly ProgressUpdate[], byBeacon: boolean, isAlive: () => boolean): Promise<boolean> {
    const arrival = { updates: structuredClone(updates), byBeacon }
    const fate = server.isUp ? (fates[sends++] ?? 'arrives') : 'is lost'
    return new Promise((resolve) => {
      const answer = (arrived: boolean) => isAlive() && resolve(arrived)
      if (fate === 'is delayed') {
        waiting.push(() => {
          arrive(arrival)
          answer(false)
        })
        return
      }
      if (fate !== 'is lost') arrive(arrival)
      if (fate === 'arrives twice') arrive(arrival)
      if (fate === 'answer is delayed') waiting.push(() => answer(true))
      else answer(fate === 'arrives' || fate === 'arrives twice')
    })
  }

  return {
    server,
    held,
    arrivals,
    log,
    send,
    /** Does what a person asked for by a function of the database; false when it cannot be reached. */
    act(what: Act): boolean {
      if (!server.isUp || (what.do === 'mark' && !held[what.lesson]?.row)) return false
      log.push(what)
      for (const [lesson, seconds] of DURATIONS.entries()) {
        if (what.do !== 'reset' && lesson !== what.lesson) continue
        held[lesson] = perform(held[lesson] ?? NOTHING_HELD, what.do, seconds, what.at)
      }
      return true
    },
    /** Lets a delayed request or answer through. */
    release: (pick: number) => waiting.splice(pick % Math.max(1, waiting.length), 1)[0]?.(),
    /** Delivers an old request again. */
    replay(pick: number) {
      const old = arrivals[pick % Math.max(1, arrivals.length)]
      if (old) arrive(old)
    },
    /** From now on everything arrives, also what was delayed. */
    comeToRest() {
      server.isUp = true
      sends = fates.length
      for (const arrives of waiting.splice(0).reverse()) arrives()
    },
  }
}

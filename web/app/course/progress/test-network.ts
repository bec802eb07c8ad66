import type { ProgressUpdate } from './pending-progress.rules'
import { joinStates, type LessonProgress, NOTHING_WATCHED, stateOfUpdate } from './progress-merge.rules'
import { DURATIONS, type Fate } from './test-histories'
import { parseRanges } from './watched-ranges.rules'

const MAY_RUN_AHEAD_MS = 120_000

/** One request with rows, as it reached the database; `byBeacon` tells the way it took. */
export type Arrival = { updates: readonly ProgressUpdate[]; byBeacon: boolean }

/** Joins what is stored of a lesson with what arrives, at a time of the server in ms. */
export type Merge = (
  stored: LessonProgress,
  arrived: ProgressUpdate,
  durationSeconds: number,
  now: number,
) => LessonProgress

/** The merge of the database: every arrival is joined with the row. */
export const joined: Merge = (stored, arrived, durationSeconds, now) =>
  joinStates(stored, stateOf(arrived, durationSeconds, now), durationSeconds)

/** The negative control: the row is what arrived last. */
export const lastWriteWins: Merge = (_, arrived, durationSeconds, now) => stateOf(arrived, durationSeconds, now)

function stateOf(row: ProgressUpdate, durationSeconds: number, now: number): LessonProgress {
  const update = {
    ranges: parseRanges(row.watched_ranges),
    watchedUntil: row.watched_until,
    completed: row.completed,
    position: row.progress_seconds,
    lastWatched: Date.parse(row.last_watched),
  }
  return stateOfUpdate(update, durationSeconds, now + MAY_RUN_AHEAD_MS)
}

/** A server behind a bad network: requests meet their fates one after another, once these are used up they arrive. */
export function createNetwork(fates: readonly Fate[], merge: Merge) {
  const rows: LessonProgress[] = DURATIONS.map(() => NOTHING_WATCHED)
  const arrivals: Arrival[] = []
  const waiting: (() => void)[] = []
  let sends = 0
  const server = { isUp: true, now: 0 }

  function arrive(arrival: Arrival): void {
    arrivals.push(arrival)
    for (const row of arrival.updates) {
      const lesson = Number(row.lesson_id)
      rows[lesson] = merge(rows[lesson] ?? NOTHING_WATCHED, row, DURATIONS[lesson] ?? 0, server.now)
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
    rows,
    arrivals,
    send,
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

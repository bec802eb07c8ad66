import { randomUUID } from 'node:crypto'
import type { Charge } from '../caller-shares.ts'
import { RUN_HEADER } from '../forwarding.ts'

/** The runs of functions that have a turn of their caller, so that what they ask of the server waits for no other one. */
export type Runs = {
  /** Gives work an id by which its requests are known for as long as it lasts, and charged as its caller's. */
  during<T>(charge: Charge, work: (id: string) => Promise<T>): Promise<T>
  /** How to charge a request of a run; undefined for one that belongs to none, whatever it says. */
  chargeOf(request: Request): Charge | undefined
}

export function createRuns(): Runs {
  const runs = new Map<string, Charge>()
  return {
    async during(charge, work) {
      const id = randomUUID()
      runs.set(id, charge)
      try {
        return await work(id)
      } finally {
        runs.delete(id)
      }
    },
    chargeOf({ headers }) {
      const id = headers.get(RUN_HEADER)
      return id === null ? undefined : runs.get(id)
    },
  }
}

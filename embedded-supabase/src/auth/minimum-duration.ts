import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `run` and answers after `floorMs` at the earliest, so that the time does not tell what was done. */
export async function withMinimumDuration<T>(floorMs: number, run: () => Promise<T>): Promise<T> {
  const floor = sleep(floorMs)
  try {
    return await run()
  } finally {
    await floor
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

const FLOOR_MS = 120

/** Runs `run` and answers after a fixed time at the earliest, so that the time does not tell what was done. */
export async function quietly<T>(floorMs: number | undefined, run: () => Promise<T>): Promise<T> {
  const floor = sleep(floorMs ?? FLOOR_MS)
  try {
    return await run()
  } finally {
    await floor
  }
}

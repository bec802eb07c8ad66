import { loadavg } from 'node:os'
import { ensureBuilt } from './build.mjs'
import { serve, temporaryData } from './served.mjs'

let missed = 0

/** Prints a figure; one that breaks a promise is marked and lets the measurement end with 1. */
export function report(line, isKept = true) {
  console.log(`${isKept ? ' ' : '!'} ${line}`)
  if (!isKept) missed += 1
}

/** Whether a part of the measurement is asked for: the words of the command name some, none means all. */
export function isWanted(part) {
  const wanted = process.argv.slice(2)
  return wanted.length === 0 || wanted.includes(part)
}

/**
 * Runs a measurement on what is built, with a temporary data folder, and ends the process: with 1 when a promise was broken.
 * @param {(measured: { dataDirectory: string, start: (environment?: Record<string, string>) => ReturnType<typeof serve> }) => Promise<void>} work
 * `start` serves the folder, in place of what it served before
 */
export async function measure(work) {
  await ensureBuilt()
  console.log(`load of the machine before the start: ${loadavg()[0]?.toFixed(1)}`)
  const { dataDirectory, remove } = temporaryData()
  /** @type {Awaited<ReturnType<typeof serve>> | undefined} */
  let server
  async function start(environment) {
    await server?.stop()
    server = await serve(dataDirectory, environment)
    return server
  }
  try {
    await work({ dataDirectory, start })
  } finally {
    await server?.stop()
    remove()
  }
  process.exit(missed > 0 ? 1 : 0)
}

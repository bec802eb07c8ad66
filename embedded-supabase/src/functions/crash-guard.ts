import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEntry } from '../options.ts'
import { logOfFunction } from './environment.ts'

const owners = new AsyncLocalStorage<(error: unknown) => void>()

let installed = false

/**
 * Runs code whose failures belong to somebody: what it, or anything that it starts, throws or rejects with and nobody
 * catches is given to `failed` and ends nothing. Wants {@link guardAgainstCrashes}.
 */
export const ownFailures = <T>(failed: (error: unknown) => void, run: () => T): T => owners.run(failed, run)

/**
 * Keeps the process alive when a function leaves a rejected promise or a failing timer behind, and tells its own host;
 * as with what {@link ownFailures} runs. Failures of all other code end the process, told as one line in the log of the
 * first host: what state they leave is not known, and a start that follows mends it.
 */
export function guardAgainstCrashes(log: (entry: LogEntry) => void): void {
  if (installed) return
  installed = true
  const survive = (error: unknown): void => {
    const failed = failedFunction() ?? owners.getStore() ?? end
    failed(error)
  }
  function failedFunction() {
    const logOfHost = logOfFunction()
    const message = 'a function failed after its answer'
    return (
      logOfHost && ((error: unknown) => logOfHost({ level: 'error', part: 'functions', message, error: String(error) }))
    )
  }
  function end(error: unknown): never {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', part: 'process', message: 'the process ends: an error was not caught', error: detail })
    process.exit(1)
  }
  process.on('unhandledRejection', survive)
  process.on('uncaughtException', survive)
}

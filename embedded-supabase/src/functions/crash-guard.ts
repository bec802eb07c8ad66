import type { LogEntry } from '../options.ts'
import { logOfFunction } from './environment.ts'

let installed = false

/**
 * Keeps the process alive when a function leaves a rejected promise or a failing timer behind, and tells its own host.
 * Failures of all other code end the process, told as one line in the log of the first host.
 */
export function guardAgainstCrashes(log: (entry: LogEntry) => void): void {
  if (installed) return
  installed = true
  const survive = (error: unknown): void => {
    const logOfHost = logOfFunction() ?? end(error)
    logOfHost({
      level: 'error',
      part: 'functions',
      message: 'a function failed after its answer',
      error: String(error),
    })
  }
  function end(error: unknown): never {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', part: 'process', message: 'the process ends: an error was not caught', error: detail })
    process.exit(1)
  }
  process.on('unhandledRejection', survive)
  process.on('uncaughtException', survive)
}

import type { LogEntry } from '../options.ts'
import { isInsideFunction } from './environment.ts'

let installed = false

/**
 * Keeps the process alive when a function leaves a rejected promise or a failing timer behind.
 * Failures of all other code end the process, told in the log as one line.
 */
export function guardAgainstCrashes(log: (entry: LogEntry) => void): void {
  if (installed) return
  installed = true
  const survive = (error: unknown): void => {
    if (!isInsideFunction()) end(error)
    log({ level: 'error', part: 'functions', message: 'a function failed after its answer', error: String(error) })
  }
  function end(error: unknown): never {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', part: 'process', message: 'the process ends: an error was not caught', error: detail })
    process.exit(1)
  }
  process.on('unhandledRejection', survive)
  process.on('uncaughtException', survive)
}

import type { LogEntry } from '../options.ts'
import { isInsideFunction } from './environment.ts'

let installed = false

/**
 * Keeps the process alive when a function leaves a rejected promise or a failing timer behind.
 * Failures of all other code end the process as they always do.
 */
export function guardAgainstCrashes(log: (entry: LogEntry) => void): void {
  if (installed) return
  installed = true
  const survive = (error: unknown): void => {
    if (!isInsideFunction()) throw error
    log({ level: 'error', part: 'functions', message: 'a function failed after its answer', error: String(error) })
  }
  process.on('unhandledRejection', survive)
  process.on('uncaughtException', survive)
}

import { writeSync } from 'node:fs'
import { format } from 'node:util'
import { type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

const STANDARD_ERROR = 2

/** Structured log of the process; what could sign somebody in or tell who somebody is never reaches it. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    redact: {
      paths: ['*.token', '*.access_token', '*.refresh_token', '*.email', '*.phone', 'email', 'phone', 'token'],
      censor: '[redacted]',
    },
  })
}

/** Sends what libraries say to the console, and the warnings of Node, into the log, a line each. */
export function consoleIntoLog(log: Logger): void {
  const writerOf =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...words: unknown[]) =>
      log[level]({ part: 'console' }, format(...words))
  Object.assign(console, {
    ...{
      debug: writerOf('debug'),
      log: writerOf('info'),
      info: writerOf('info'),
      warn: writerOf('warn'),
      error: writerOf('error'),
    },
  })
  // Node's own listener writes them to standard error.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => log.warn({ part: 'node', name, stack }, message))
}

/** Says why the process ends: plainly to a person at a terminal, else as a line of the log on standard error. */
export function sayFatal(sentence: string): void {
  const line = process.stderr.isTTY
    ? sentence
    : `{"level":${pino.levels.values.fatal}${stdTimeFunctions.epochTime()},"msg":${JSON.stringify(sentence)}}`
  writeSync(STANDARD_ERROR, `${line}\n`)
}

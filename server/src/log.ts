import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

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

import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import { alarms } from './http/metrics.ts'

const LOOK_EVERY_MS = 15_000

/** Looks at what `/ready` looks at, also where nobody asks for it, and tells the log what begins and ends to be wrong. */
export function startChecks({ embedded }: Pick<Backend, 'embedded'>, log: Logger): { stop(): void } {
  if (!embedded) return { stop: () => undefined }
  const wrong = new Map<string, string>()
  const look = async () => {
    // Whether mails leave is told by who sends them, and what is held back by the start.
    const { mail: _, outgoing: __, ...checks } = (await embedded.readiness()).checks
    for (const [check, state] of Object.entries(checks)) {
      if (state === 'ok' && wrong.delete(check)) log.info({ check }, 'is well again')
      if (state === 'ok' || wrong.has(check)) continue
      wrong.set(check, state)
      const alarm = `check: ${check}`
      alarms.inc({ alarm })
      log.error({ check, state, alarm }, 'is not ready')
    }
  }
  const failed = (error: Error) => log.error({ err: error }, 'readiness was not looked at')
  const timer = setInterval(() => void look().catch(failed), LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

import { createFairShare, networkOf, ShareUsedUp } from 'embedded-supabase'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { REPORT_TYPES, readViolations, type Violation } from './csp-reports.ts'
import { inTime, readBytes, SlowBody } from './read-bytes.ts'

const MOST_BYTES = 64 * 1024
const PACE = { graceMs: 3_000, bytesPerMs: 64 }
/** Reports cost their number and not their time: thirty at once of a caller, and one in two seconds; of all together ten times as many. */
const COST_MS = 1_000
const OF_ONE_CALLER = {
  atOnce: 2,
  waiting: 4,
  waitMs: 2_000,
  budget: { savedMs: 30_000, perSecondMs: 500, onlyCharged: true },
}
const OF_ALL = {
  atOnce: 10,
  waiting: 20,
  waitMs: 2_000,
  budget: { savedMs: 300_000, perSecondMs: 5_000, onlyCharged: true },
}
const ALL = 'all'
const HOUR_MS = 3_600_000
/** Kinds of violations that are written into the log within an hour. */
const MOST_KINDS = 100
const DIRECTIVES =
  /^(default|script|style|img|media|connect|font|frame|object|child|worker|manifest)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors)$/

/** Violations of the content security policy that browsers reported, by directive. */
export const cspReports = new Counter({
  name: 'csp_reports_total',
  help: 'Reported violations of the content security policy since the start',
  labelNames: ['directive'],
  registers: [],
})

/**
 * Takes reports of the content security policy. Anybody can send any: the log has each kind once an hour and at most 100
 * kinds, the counter all of them, and nothing else is kept.
 * @param now milliseconds
 * @returns what answers a POST, by the caller's address
 */
export function createCspReports(siteUrl: string, log: Pick<Logger, 'warn'>, now: () => number = Date.now) {
  const shares = { caller: createFairShare(OF_ONE_CALLER, now), all: createFairShare(OF_ALL, now) }
  const known = new Set<string>()
  let hour = Number.NEGATIVE_INFINITY

  function note(violation: Violation): void {
    cspReports.inc({ directive: DIRECTIVES.test(violation.directive) ? violation.directive : 'other' })
    if (now() - hour >= HOUR_MS) {
      known.clear()
      hour = now()
    }
    const kind = JSON.stringify(violation)
    if (known.has(kind) || known.size > MOST_KINDS) return
    known.add(kind)
    if (known.size > MOST_KINDS) log.warn({ kinds: MOST_KINDS }, 'more kinds of CSP reports than are logged in an hour')
    else log.warn(violation, 'the content security policy blocked something')
  }

  async function take(request: Request): Promise<Response> {
    const body = await readBytes(inTime(request.body, PACE), MOST_BYTES)
    if (!body) return answer(413)
    const violations = readViolations(body.toString('utf8'), siteUrl)
    for (const violation of violations ?? []) note(violation)
    return answer(violations ? 204 : 400)
  }

  return async (request: Request, clientAddress: string): Promise<Response> => {
    const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!REPORT_TYPES.includes(type)) return answer(415)
    if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return answer(413)
    const work = (charge: (ms: number) => void) => {
      charge(COST_MS)
      return take(request)
    }
    try {
      return await shares.caller.run([networkOf(clientAddress)], (charge) => {
        charge(COST_MS)
        return shares.all.run([ALL], work)
      })
    } catch (error) {
      if (error instanceof ShareUsedUp) return answer(429, { 'retry-after': String(error.retryAfterS) })
      if (error instanceof SlowBody) return answer(408)
      throw error
    }
  }
}

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } })

import { timingSafeEqual } from 'node:crypto'
import type { EmbeddedSupabase } from 'embedded-supabase'
import type { Context, MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cspReports } from './csp-reports-hook.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const SERVICE = /^\/(auth|rest|storage|functions)\/v1\//

/** What somebody should look into, by name: the limit of mails per hour was met, a caller asked about many accounts. */
export const alarms = new Counter({
  name: 'alarms_total',
  help: 'Alarms since the start',
  labelNames: ['alarm'],
  registers: [],
})

/**
 * Figures of the process for a collector: memory, event loop, alarms, how long requests take by kind and status class,
 * and what `/ready` looks at.
 */
export function createMetrics(token: string, { embedded }: { embedded?: EmbeddedSupabase }) {
  const registry = new Registry()
  registry.registerMetric(alarms)
  registry.registerMetric(cspReports)
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Seconds to answer a request',
    labelNames: ['kind', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  new Gauge({
    name: 'check_failing',
    help: '1 for what is wrong: database, schema, migrations, disk, mail, and for outgoing where something is held back',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      const { checks } = (await embedded?.readiness()) ?? { checks: {} }
      for (const [check, state] of Object.entries(checks)) this.set({ check }, state === 'ok' ? 0 : 1)
    },
  })
  const measure: MiddlewareHandler = async (c, next) => {
    const end = duration.startTimer({ kind: SERVICE.exec(c.req.path)?.[1] ?? 'site' })
    await next()
    end({ status: `${Math.floor(c.res.status / 100)}xx` })
  }
  const answer = async (c: Context): Promise<Response> => {
    if (!isToken(c.req.header('authorization'), token)) return c.notFound() as Response
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  }
  const countKept = () => duration.observe({ kind: 'site', status: '2xx' }, 0)
  return { measure, answer, countKept }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Whether an authorization header carries the operator's token. */
export function isToken(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

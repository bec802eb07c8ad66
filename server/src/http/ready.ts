import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Handler } from 'hono'
import type { Backend } from '../backend.ts'
import { type Config, isPrivate } from '../config.ts'
import { isToken } from './metrics.ts'

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d+){3})$/

/**
 * Answers 200 while requests can be answered and 503 while they cannot. Everybody hears which; what was looked at and what
 * is wrong hears the operator alone: who has the token of the metrics, or asks from this machine past the proxy.
 */
export function createReady(config: Config, { embedded, fetch: send, publicUrl, anonKey }: Backend): Handler {
  async function isProjectThere(): Promise<boolean> {
    const answer = send(`${publicUrl}/auth/v1/health`, { headers: { apikey: anonKey } })
    return answer.then(
      ({ ok }) => ok,
      () => false,
    )
  }
  return async (c) => {
    const { ready, checks } = embedded
      ? await embedded.readiness()
      : { ready: await isProjectThere(), checks: undefined }
    const details = checks && isOperator(c, config) ? { checks } : {}
    c.header('cache-control', 'no-store')
    return ready ? c.json({ status: 'ready', ...details }) : c.json({ status: 'unavailable', ...details }, 503)
  }
}

function isOperator(c: Context, config: Config): boolean {
  const { metricsToken, clientAddressHeader } = config
  if (metricsToken && isToken(c.req.header('authorization'), metricsToken)) return true
  if (!LOOPBACK.test(getConnInfo(c).remote.address ?? '')) return false
  // A proxy on this machine comes from the loopback, too: only where it names its callers can the others be told apart.
  const named = clientAddressHeader ? [...FORWARDED, clientAddressHeader] : FORWARDED
  const mayBeProxied = !isPrivate(config) && !clientAddressHeader
  return !mayBeProxied && !named.some((header) => c.req.header(header) !== undefined)
}

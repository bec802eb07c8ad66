import pg from 'pg'
import { isDatabaseError } from '../errors.ts'
import type { Connection } from './connection.ts'

const PROBE_MS = 5_000
/** The SQLSTATE of "no pg_hba.conf entry": the server wants the other kind of line. */
const NOT_ON_THIS_LINE = '28000'
const NO_TLS = 'The server does not support SSL connections'

/**
 * Decides once whether the line is encrypted; every connection of this process is made so from then on, and a server that
 * stops to offer TLS is refused. Only `allow` and `prefer` leave a choice: both are tried, in libpq's order.
 * @returns the client's configuration, its `ssl` settled
 * @throws what the server or the line said, where neither way leads in
 */
export async function settleTls({ target, tls: { mode, options, isSocket } }: Connection): Promise<pg.ClientConfig> {
  const plain: pg.ClientConfig = { ...target, ssl: false }
  const encrypted: pg.ClientConfig = { ...target, ssl: options }
  if (isSocket || mode === 'disable') return firstOpen([plain])
  if (mode === 'allow') return firstOpen([plain, encrypted])
  return firstOpen(mode === 'prefer' ? [encrypted, plain] : [encrypted])
}

async function firstOpen([way, ...others]: [pg.ClientConfig, ...pg.ClientConfig[]]): Promise<pg.ClientConfig> {
  const refusal = await tryOut(way)
  if (!refusal) return way
  const wantsOther = refusal.message === NO_TLS || (isDatabaseError(refusal) && refusal.code === NOT_ON_THIS_LINE)
  const [next] = others
  if (next && wantsOther) return firstOpen([next])
  throw refusal
}

/** Connects and leaves; what stood against it, or undefined. */
async function tryOut(config: pg.ClientConfig): Promise<Error | undefined> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS })
  // What breaks says so on the call that waits for it; an unheard event would end the process.
  client.on('error', () => undefined)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

import pg from 'pg'
import { DatabaseUnavailable, isDatabaseError } from '../errors.ts'
import type { Caller, CallerOptions, Database, QueryResult, Transaction } from './types.ts'

const STATEMENT_TIMEOUT_MS = 8_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** SQLSTATE classes that mean "no database", not "a wrong statement". */
const UNAVAILABLE = /^(08|57P0|53300)/

export type Logins = { owner: pg.PoolConfig; api: pg.PoolConfig; auth: pg.PoolConfig }

/** Opens the pools of the three logins; no connection is made before the first statement. */
export function openPools(logins: Logins): Database {
  const api = makePool(logins.api, 16)
  const auth = makePool(logins.auth, 8)
  const owner = makePool(logins.owner, 4)
  const listeners: pg.Client[] = []
  let closed = false

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<void> {
    const client = new pg.Client({ ...logins.owner, keepAlive: true })
    listeners.push(client)
    client.on('notification', (message) => onNotify(message.payload ?? ''))
    client.on('error', () => {
      listeners.splice(listeners.indexOf(client), 1)
      if (!closed) setTimeout(() => closed || listen(channel, onNotify).catch(() => undefined), 500).unref()
    })
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }

  return {
    asCaller: (caller, run, options) =>
      transaction(api, async (tx) => {
        await tx.query(...becomeCaller(caller, options))
        return run(tx)
      }),
    queryAsCaller: (caller, text, values, options) =>
      transaction(api, async (tx) => {
        await tx.query(...becomeCaller(caller, options))
        return tx.query(text, values)
      }),
    asAuthAdmin: (run) => transaction(auth, run),
    asOwner: (run) => transaction(owner, run),
    listen,
    async close() {
      closed = true
      await Promise.all([...[api, auth, owner].map((pool) => pool.end()), ...listeners.map((client) => client.end())])
    },
  }
}

/** The statement that sets role and claims for the rest of the transaction, as PostgREST does (protocol 2.9). */
function becomeCaller(caller: Caller, options: CallerOptions = {}): [string, string[]] {
  const settings: Record<string, string> = {
    role: caller.role,
    'request.jwt.claims': JSON.stringify(caller.claims),
    search_path: 'public, extensions',
    ...options.settings,
    ...(options.readOnly ? { transaction_read_only: 'on' } : {}),
  }
  const calls = Object.keys(settings).map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`)
  return [`select ${calls.join(', ')}`, Object.entries(settings).flat()]
}

function makePool(config: pg.PoolConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A connection that breaks says so on its next statement; an unheard event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function transaction<T>(pool: pg.Pool, run: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error)
  })
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await run({ query: (text, values) => runOne(client, text, values) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (broken || (isDatabaseError(error) && UNAVAILABLE.test(error.code))) throw new DatabaseUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
}

async function runOne<Row>(client: pg.PoolClient, text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
  const result = await client.query(text, values)
  return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
}

import pg from 'pg'
import { DatabaseUnavailable, isDatabaseError } from '../errors.ts'
import { becomeCaller } from './identity.ts'
import { runBatch } from './pipeline.ts'
import { watchRoleSettings } from './role-settings.ts'
import { OWNER_PATH } from './run-file.ts'
import { watchStatement } from './slow-statement.ts'
import type { Caller, CallerOptions, Database, QueryResult, Transaction } from './types.ts'

const STATEMENT_TIMEOUT_MS = 8_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const LIFETIME_S = 60
/** SQLSTATE classes that mean "no database", not "a wrong statement". */
const UNAVAILABLE = /^(08|57P0|53300)/
const DISK_FULL = '53100'
/** What `pg` says when the socket went away under a statement. */
const LISTEN_AGAIN_MS = 500
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

export type Logins = { owner: pg.PoolConfig; api: pg.PoolConfig; auth: pg.PoolConfig }

/** Who is told of slow statements, and whether their processes are ours. */
type Watching = { isOurs: boolean; onSlow: CallerOptions['onSlow'] }

/**
 * Opens the pools of the three logins; no connection is made before the first statement.
 * @param isOurs whether the database runs on this machine, as a process of ours
 */
export function openPools(logins: Logins, isOurs = false): Database {
  const api = makePool(logins.api, 16)
  const auth = makePool(logins.auth, 8)
  // As on a Supabase project; the role's own setting does not reach connections that are older than it.
  const owner = makePool({ ...logins.owner, onConnect: (client) => client.query(OWNER_PATH) }, 4)
  // Made anew now and then, so that a login that is not let in any more is noticed before all connections are needed.
  const own = makePool({ ...logins.api, maxLifetimeSeconds: LIFETIME_S }, 4)
  const mail = makePool(logins.auth, 2)
  const listeners = new Set<pg.Client>()
  const heeding = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (isDatabaseError(error) && error.code === DISK_FULL) diskFullAt = performance.now()
      throw error
    }
  }
  let closed = false
  let diskFullAt = Number.NEGATIVE_INFINITY

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<void> {
    const client = new pg.Client({ ...logins.owner, keepAlive: true })
    listeners.add(client)
    client.on('notification', (message) => onNotify(message.payload ?? ''))
    client.on('error', () => {
      // A connection that breaks may say so more than once.
      if (listeners.delete(client)) listenAgain(channel, onNotify)
    })
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      // Where the event has told of it, it is being tried again already.
      if (listeners.delete(client)) throw error
    }
  }

  /** Tries until the database is back; what was said meanwhile may have been missed, so it is taken as said. */
  function listenAgain(channel: string, onNotify: (payload: string) => void): void {
    const again = () => {
      if (closed) return
      listen(channel, onNotify).then(
        () => onNotify(''),
        () => listenAgain(channel, onNotify),
      )
    }
    setTimeout(again, LISTEN_AGAIN_MS).unref()
  }

  const roleSettings = watchRoleSettings(owner)
  const laneOf = (options: CallerOptions | undefined) => (options?.lane === 'own' ? own : api)

  return {
    asCaller: (caller, run, options) =>
      heeding(
        transaction(
          laneOf(options),
          run,
          async (client) => {
            const identity = becomeCaller(caller, await roleSettings.of(caller.role), options)
            await runBatch(client, [BEGIN, identity])
          },
          { isOurs, onSlow: options?.onSlow },
        ),
      ),
    async queryAsCaller<Row>(caller: Caller, text: string, values: unknown[] = [], options?: CallerOptions) {
      const identity = becomeCaller(caller, await available(roleSettings.of(caller.role)), options)
      const statement = { text, values, key: `${caller.role} ${options?.planVersion ?? 0} ${text}` }
      return heeding(
        withClient(laneOf(options), (client) => runBatch<Row>(client, [identity, statement]), {
          isOurs,
          onSlow: options?.onSlow,
        }),
      )
    },
    asAuthAdmin: (run) => heeding(transaction(auth, run)),
    asMailer: (run) => heeding(transaction(mail, run)),
    asOwner: (run) => heeding(transaction(owner, run)),
    listen,
    forgetRoleSettings: roleSettings.forget,
    sinceDiskFull: () => performance.now() - diskFullAt,
    async close() {
      closed = true
      await Promise.all([
        ...[api, own, auth, mail, owner].map((pool) => pool.end()),
        ...[...listeners].map((client) => client.end()),
      ])
    },
  }
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

const BEGIN = { text: 'begin', values: [], key: 'begin' }

async function transaction<T>(
  pool: pg.Pool,
  run: (tx: Transaction) => Promise<T>,
  begin: (client: pg.PoolClient) => Promise<unknown> = (client) => client.query('begin'),
  watching?: Watching,
): Promise<T> {
  const inTransaction = async (client: pg.PoolClient) => {
    try {
      await begin(client)
      const result = await run({ query: (text, values) => runOne(client, text, values) })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        throw new DatabaseUnavailable(failure)
      })
      throw error
    }
  }
  return withClient(pool, inTransaction, watching)
}

/**
 * Lends a connection; one that broke does not come back to the pool. Neither does one that gave way, since a priority
 * can be lowered by anybody but raised by root alone.
 */
async function withClient<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
  watching?: Watching,
): Promise<T> {
  const client = await available(pool.connect())
  let broken = false
  const watched = watching && watchStatement(watching.isOurs ? processOf(client) : undefined)
  try {
    return await run(client)
  } catch (error) {
    broken = error instanceof DatabaseUnavailable || isUnavailable(error)
    throw broken ? new DatabaseUnavailable(error) : error
  } finally {
    const { slowMs, gaveWay } = watched?.end() ?? { slowMs: 0, gaveWay: false }
    if (slowMs > 0) watching?.onSlow?.(slowMs)
    client.release(broken || gaveWay)
  }
}

const processOf = (client: pg.PoolClient) => (client as pg.PoolClient & { processID: number }).processID

async function available<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

/** Whether the server or the connection went away; whatever else a statement threw is its own matter. */
function isUnavailable(error: unknown): boolean {
  if (isDatabaseError(error)) return UNAVAILABLE.test(error.code)
  return error instanceof Error && (CONNECTION_LOST.test(error.message) || ('syscall' in error && 'errno' in error))
}

async function runOne<Row>(client: pg.PoolClient, text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
  const result = await client.query(text, values)
  return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
}

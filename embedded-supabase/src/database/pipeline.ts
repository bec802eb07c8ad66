import type pg from 'pg'
import type { QueryResult } from './types.ts'
import { type Column, columnsOf, decodeRow, encodeValue } from './wire-values.ts'

/** A statement of a batch; statements with the same `key` share one prepared statement on a connection. */
export type BatchStatement = { text: string; values: unknown[]; key: string }

type Prepared = { name: string; columns?: Column[] }

/** Prepared statements that one connection keeps; the one that was not used for longest goes first. */
const KEPT_PER_CONNECTION = 100
/** The prepared statement is gone, or its result has another shape since a migration. */
const STALE = /^(prepared statement ".*" does not exist|cached plan must not change result type)$/

const preparedOf = new WeakMap<pg.PoolClient, Map<string, Prepared>>()
let nextName = 0

/**
 * Sends all statements at once under one Sync, so that they are one round trip and one implicit transaction:
 * an error in any of them undoes them all.
 * @returns the result of the last statement.
 * @throws what the server or the connection answered; statements that went stale are prepared anew once.
 */
export async function runBatch<Row>(client: pg.PoolClient, batch: BatchStatement[]): Promise<QueryResult<Row>> {
  try {
    return await submit<Row>(client, batch)
  } catch (error) {
    if (!(error instanceof Error && STALE.test(error.message) && forget(client))) throw error
    return submit<Row>(client, batch)
  }
}

function forget(client: pg.PoolClient): boolean {
  return preparedOf.delete(client)
}

function submit<Row>(client: pg.PoolClient, batch: BatchStatement[]): Promise<QueryResult<Row>> {
  const encoded = batch.map((statement) => ({ ...statement, values: statement.values.map(encodeValue) }))
  return new Promise((resolve, reject) => {
    client.query(new Batch(client, encoded, (result) => resolve(result as QueryResult<Row>), reject))
  })
}

/** What `pg` drives through its callbacks; see the extended query flow of PostgreSQL's protocol. */
class Batch implements pg.Submittable {
  private readonly known: Map<string, Prepared>
  private readonly fresh: [string, Prepared][] = []
  private readonly running: Prepared[] = []
  private at = 0
  private rows: Record<string, unknown>[] = []
  private rowCount = 0

  constructor(
    client: pg.PoolClient,
    private readonly batch: BatchStatement[],
    private readonly resolve: (result: QueryResult<Record<string, unknown>>) => void,
    private readonly reject: (error: Error) => void,
  ) {
    const known = preparedOf.get(client) ?? new Map<string, Prepared>()
    preparedOf.set(client, known)
    this.known = known
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection
    stream.cork()
    for (const { text, values, key } of this.batch) {
      const prepared = this.prepare(connection, key, text)
      connection.bind({ statement: prepared.name, values } as pg.BindConfig, true)
      if (!prepared.columns) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({} as pg.ExecuteConfig, true)
    }
    connection.sync()
    stream.uncork()
  }

  private prepare(connection: pg.Connection, key: string, text: string): Prepared {
    const kept = this.known.get(key)
    if (kept) {
      this.known.delete(key)
      this.known.set(key, kept)
      this.running.push(kept)
      return kept
    }
    const prepared: Prepared = { name: `s${nextName++}` }
    connection.parse({ name: prepared.name, text, types: [] }, true)
    this.fresh.push([key, prepared])
    this.running.push(prepared)
    return prepared
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    const current = this.running[this.at]
    if (current) current.columns = columnsOf(message.fields)
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.at === this.batch.length - 1)
      this.rows.push(decodeRow(this.running[this.at]?.columns ?? [], message.fields))
  }

  handleCommandComplete(message: { text: string }): void {
    this.at += 1
    this.rowCount = Number(/\d+$/.exec(message.text)?.[0] ?? 0)
  }

  handleEmptyQuery(): void {
    this.at += 1
  }

  /** What this batch prepared is closed again: how far the server came is not known. */
  handleError(error: Error, connection: pg.Connection): void {
    for (const [, { name }] of this.fresh) close(connection, name)
    this.reject(error)
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const [key, prepared] of this.fresh) this.known.set(key, prepared)
    for (const [key, { name }] of this.known) {
      if (this.known.size <= KEPT_PER_CONNECTION) break
      this.known.delete(key)
      close(connection, name)
    }
    this.resolve({ rows: this.rows, rowCount: this.rowCount })
  }
}

/** The Close travels ahead of the next batch; closing what does not exist is no error. */
function close(connection: pg.Connection, name: string): void {
  connection.close({ type: 'S', name }, true)
}

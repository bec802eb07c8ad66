import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** What `pg` has for COPY beside what its types tell. */
type CopyConnection = pg.Connection & {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The rows of a `copy ... to stdout`, as the server sends them; it waits while nobody reads. */
export function copyOut(client: pg.Client, text: string): AsyncIterable<Buffer> {
  let connection: CopyConnection | undefined
  const rows = new Readable({ read: () => connection?.stream.resume() })
  const submittable: pg.Submittable & Record<string, unknown> = {
    submit(to: pg.Connection) {
      connection = to as CopyConnection
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The bytes belong to a buffer that is used again.
      if (!rows.push(Buffer.from(chunk))) connection?.stream.pause()
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  }
  client.query(submittable)
  return rows
}

/**
 * Sends rows to a `copy ... from stdin`.
 * @throws what the server refused, or what went wrong while the rows were read
 */
export function copyIn(client: pg.Client, text: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let ended = false
    let failure: Error | undefined
    async function send(connection: CopyConnection): Promise<void> {
      try {
        for await (const chunk of rows) {
          if (ended) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
        }
        connection.endCopyFrom()
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        if (!ended) connection.sendCopyFail('the rows could not be read')
      }
    }
    const submittable: pg.Submittable & Record<string, unknown> = {
      submit: (connection: pg.Connection) => (connection as CopyConnection).query(text),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError(error: Error) {
        ended = true
        reject(failure ?? error)
      },
    }
    client.query(submittable)
  })
}

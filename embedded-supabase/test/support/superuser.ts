import { Client, type ClientConfig } from 'pg'

/** Runs one statement over a line of its own, as whoever the settings name. */
export async function runOverOwnLine<Row>(settings: ClientConfig, text: string, values: unknown[]): Promise<Row[]> {
  const client = new Client(settings)
  // A server that is killed under it breaks the line; the statement says so itself.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end().catch(() => undefined)
  }
}

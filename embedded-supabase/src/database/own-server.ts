import type pg from 'pg'
import { type Connection, readConnection } from './connection.ts'
import { settleTls } from './settle-tls.ts'

const THIS_MACHINE = /^(|localhost|127(\.\d+){3}|::1|\/.*)$/

/** What every client of a database is made with: migrations, requests, the listener and the commands alike. */
export type OwnServer = pg.ClientConfig

/**
 * Reads a connection URL and settles once whether its line is encrypted.
 * @param warn told of a line in the clear to another machine, and of parameters that mean nothing here
 * @throws with DATABASE_URL and what is wrong with it or with the way there
 */
export async function reachOwnServer(databaseUrl: string, warn: (message: string) => void): Promise<OwnServer> {
  const connection = read(databaseUrl)
  const config = await settleTls(connection).catch((error: unknown) => {
    throw new Error(`DATABASE_URL could not be reached: ${reasonOf(error)}`)
  })
  if (connection.unknown.length > 0)
    warn(`DATABASE_URL has parameters of no use here: ${connection.unknown.join(', ')}`)
  if (config.ssl === false && !THIS_MACHINE.test(config.host ?? '')) {
    warn('the line to the database is not encrypted: say sslmode=verify-full in DATABASE_URL to insist on it')
  }
  return config
}

function read(databaseUrl: string): Connection {
  try {
    return readConnection(databaseUrl)
  } catch (error) {
    throw new Error(`DATABASE_URL: ${reasonOf(error)}`)
  }
}

/** A name with several addresses fails with several errors, of which the first one says why. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** @throws when a database cannot hold every letter, as one that was made without a locale */
export function refuseEncoding(encoding: string): void {
  if (encoding === 'UTF8') return
  throw new Error(
    `The database has the encoding ${encoding}: make it with UTF8 (createdb --encoding=UTF8 --template=template0).`,
  )
}

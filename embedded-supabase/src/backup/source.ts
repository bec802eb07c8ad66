import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '../database/cluster.ts'
import { chooseHome } from '../database/cluster-home.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { clusterFiles } from '../database/initialise.ts'
import { reachOwnServer } from '../database/own-server.ts'

/** A connection of the owner, and how to give back all that was taken for it. */
export type OwnerConnection = { client: pg.Client; close(): Promise<void> }

export type Place = {
  /** Folder of stored files, keys and, without a database elsewhere, the database. */
  dataDirectory: string
  /** Connection URL of an owner of your own PostgreSQL; without it the embedded one is meant. */
  databaseUrl?: string | undefined
  log: (message: string) => void
}

/**
 * Reaches the database of an installation, whether it runs or not, without bringing it up to date.
 * @throws when it does not answer
 */
export async function reachDatabase({ dataDirectory, databaseUrl, log }: Place): Promise<OwnerConnection> {
  if (databaseUrl) return connect(await reachOwnServer(databaseUrl, log))
  const unlock = lockUnlessRunning(dataDirectory)
  if (!unlock) return connect(runningCluster(chooseHome(dataDirectory, log).folder))
  try {
    const connection = await startOwnCluster({ dataDirectory, log })
    const close = () => connection.close().finally(unlock)
    return { ...connection, close }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Starts the embedded database of a folder that the caller holds. */
export async function startOwnCluster({ dataDirectory, log }: Place): Promise<OwnerConnection> {
  const cluster = await startCluster(dataDirectory, log, true)
  const { socketDirectory: host, ownerPassword: password } = cluster
  try {
    const { client, close } = await connect({ host, password, user: 'postgres', database: 'postgres' })
    return { client, close: () => close().finally(cluster.stop) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Connects as the owner whose settings these are. */
export async function connect(config: pg.ClientConfig): Promise<OwnerConnection> {
  const client = new pg.Client(config)
  // What breaks says so on the statement that waits for it; an unheard event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return { client, close: () => client.end() }
}

/** Claims the folder; undefined when a living process holds it. */
function lockUnlessRunning(dataDirectory: string): (() => void) | undefined {
  try {
    return lockFolder(join(dataDirectory, 'lock'))
  } catch {
    return undefined
  }
}

/** The fifth line of the postmaster's pid file is the folder of its socket. */
function runningCluster(folder: string): pg.ClientConfig {
  const { data, passwordFile } = clusterFiles(folder)
  const host = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!host) throw new Error('The database is not ready yet: try again in a moment')
  return { host, user: 'postgres', database: 'postgres', password: readFileSync(passwordFile, 'utf8').trim() }
}

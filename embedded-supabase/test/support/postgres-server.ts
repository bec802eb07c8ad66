import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { chooseHome } from '../../src/database/cluster-home.ts'
import { clusterFiles, initialiseWhenNew } from '../../src/database/initialise.ts'
import { superviseServer } from '../../src/database/supervisor.ts'
import { temporaryFolder } from './folder.ts'

export type PostgresServer = {
  port: number
  /** Folder of its unix socket. */
  socket: string
  /** Runs a statement as the superuser, in the database `postgres` unless another is named. */
  asSuperuser(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /**
   * Makes a database and, unless there is one of the name, a login that owns it: no superuser, save on version 15, where
   * only one may give `bypassrls`.
   * @returns its address
   */
  databaseOf(owner: string, database: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL as somebody runs it beside the academy, listening on a port of the loopback. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const log = () => undefined
  const { path, remove } = temporaryFolder()
  const { folder, binaries, identity } = chooseHome(path, log)
  initialiseWhenNew({ folder, binaries, identity }, log)
  const { data, passwordFile } = clusterFiles(folder)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: data }
  const postgres = await superviseServer({
    ...{ binaries, identity, data, log },
    arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  const password = readFileSync(passwordFile, 'utf8').trim()

  async function asSuperuser(sql: string, database = 'postgres') {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }

  return {
    ...{ port, asSuperuser, socket: data },
    async databaseOf(owner, database) {
      const [version] = await asSuperuser(`select current_setting('server_version_num')::int as number`)
      const rights = Number(version?.number) < 160_000 ? 'superuser' : 'createrole bypassrls'
      const known = await asSuperuser(`select from pg_roles where rolname = '${owner}'`)
      if (known.length === 0) await asSuperuser(`create role ${owner} login ${rights} password 'of-the-test'`)
      await asSuperuser(`create database ${database} owner ${owner}`)
      return `postgres://${owner}:of-the-test@127.0.0.1:${port}/${database}`
    },
    async stop() {
      await postgres.stop()
      remove()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

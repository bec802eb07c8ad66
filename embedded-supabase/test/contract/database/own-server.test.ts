import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseHome } from '../../../src/database/cluster-home.ts'
import { clusterFiles, initialiseWhenNew } from '../../../src/database/initialise.ts'
import { type Supervisor, superviseServer } from '../../../src/database/supervisor.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const MIGRATION = `
create table public.notes (id int primary key, owner uuid default auth.uid(), body text);
alter table public.notes enable row level security;
create policy notes_own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
insert into storage.buckets (id, name, public) values ('open', 'open', true);
`
const CONFIG = '[auth.email]\nenable_confirmations = false\n'

const { path: folder, remove } = temporaryFolder()
let postgres: Supervisor
let tcpUrl: string
let socketUrl: string

beforeAll(async () => {
  const log = () => undefined
  const { folder: place, binaries, identity } = chooseHome(folder, log)
  initialiseWhenNew({ folder: place, binaries, identity }, log)
  const { data, passwordFile } = clusterFiles(place)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: data }
  postgres = await superviseServer({
    binaries,
    identity,
    data,
    log,
    arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  const superuser = `postgres:${encodeURIComponent(readFileSync(passwordFile, 'utf8').trim())}`
  const login = await ownerOf('academy', `postgres://${superuser}@127.0.0.1:${port}/postgres`)
  tcpUrl = `postgres://${login}@127.0.0.1:${port}/academy`
  socketUrl = `postgres://${login}@localhost:${port}/academy?host=${encodeURIComponent(data)}`
})
afterAll(async () => {
  await postgres.stop()
  remove()
})

describe('a PostgreSQL of your own, by DATABASE_URL', () => {
  let server: TestServer
  afterAll(() => server?.close())

  test('carries sign-in, rows under row level security, and files', async () => {
    server = await startTestServer({ databaseUrl: tcpUrl, config: CONFIG, migrations: { '0001_notes.sql': MIGRATION } })
    expect('cluster' in server.supabase.database).toBe(false)
    const [dana, noa] = [server.client(), server.client()]
    for (const client of [dana, noa]) {
      const { error } = await client.auth.signUp({
        email: `${randomUUID()}@example.com`,
        password: 'long enough words',
      })
      expect(error).toBeNull()
    }
    expect((await dana.from('notes').insert({ id: 1, body: 'שלום' })).error).toBeNull()
    expect((await dana.from('notes').select('id, body')).data).toEqual([{ id: 1, body: 'שלום' }])
    expect((await noa.from('notes').select()).data).toEqual([])
    const files = server.client(server.supabase.serviceRoleKey).storage.from('open')
    expect((await files.upload('a.txt', 'text', { contentType: 'text/plain' })).error).toBeNull()
    expect(await (await fetch(files.getPublicUrl('a.txt').data.publicUrl)).text()).toBe('text')
  })

  test('is brought up to date once, and survives its clients', async () => {
    await server.close()
    server = await startTestServer({
      databaseUrl: socketUrl,
      config: CONFIG,
      migrations: { '0001_notes.sql': MIGRATION },
    })
    expect(server.supabase.appliedMigrations).toEqual([])
    const service = server.client(server.supabase.serviceRoleKey)
    expect((await service.from('notes').select('id')).data).toEqual([{ id: 1 }])
  })
})

/** Makes the database and a login that owns it: no superuser, save on version 15, where only one may give `bypassrls`. */
async function ownerOf(database: string, superuserUrl: string): Promise<string> {
  const client = new Client(superuserUrl)
  await client.connect()
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const rights = Number(rows[0]?.server_version_num) < 160_000 ? 'superuser' : 'createrole bypassrls'
  await client.query(`create role owner login ${rights} password 'of-the-test'`)
  await client.query(`create database ${database} owner owner`)
  await client.end()
  return 'owner:of-the-test'
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

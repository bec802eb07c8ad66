import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const MIGRATION = `
create table public.notes (id int primary key, owner uuid default auth.uid(), body text);
alter table public.notes enable row level security;
create policy notes_own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
insert into storage.buckets (id, name, public) values ('open', 'open', true);
`
const CONFIG = '[auth.email]\nenable_confirmations = false\n'

let postgres: PostgresServer
let tcpUrl: string
let socketUrl: string

beforeAll(async () => {
  postgres = await startPostgresServer()
  tcpUrl = await postgres.databaseOf('owner', 'academy')
  socketUrl = `${tcpUrl.replace('127.0.0.1', 'localhost')}?host=${encodeURIComponent(postgres.socket)}`
})
afterAll(() => postgres.stop())

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

  test('is refused where it cannot hold every letter', async () => {
    await postgres.asSuperuser(
      `create database plain owner owner encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    const databaseUrl = tcpUrl.replace(/academy$/, 'plain')
    await expect(startTestServer({ databaseUrl })).rejects.toThrow('encoding SQL_ASCII: make it with UTF8')
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

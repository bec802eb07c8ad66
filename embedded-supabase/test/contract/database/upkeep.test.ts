import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    migrations: { '0001_lines.sql': 'create table public.lines (id int primary key, body text not null);' },
  })
})
afterAll(() => server?.close())

const sql = async <Row>(text: string) => (await server.supabase.database.asOwner((tx) => tx.query<Row>(text))).rows
const setting = async (name: string) =>
  (await sql<{ setting: string }>(`select setting from pg_settings where name = '${name}'`))[0]?.setting

test('nothing makes PostgreSQL keep its write-ahead log beyond the size it is told', async () => {
  // In megabytes; the log may be somewhat longer while a checkpoint runs.
  expect(Number(await setting('max_wal_size'))).toBe(512)
  const keepers = { archive_mode: 'off', wal_keep_size: '0', checkpoint_timeout: '300' }
  for (const [name, value] of Object.entries(keepers)) expect([name, await setting(name)]).toEqual([name, value])
  expect(await sql('select slot_name from pg_replication_slots')).toEqual([])
})

test('no caller holds a transaction open, which would keep dead rows', async () => {
  await expect(
    server.supabase.database.asCaller({ role: 'anon', claims: {} }, async (tx) => {
      const { rows } = await tx.query<{ ms: string }>(
        `select setting as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
      )
      return Number(rows[0]?.ms)
    }),
  ).resolves.toBeGreaterThan(0)
})

test('statistics are kept fresh, and dead rows are cleared away, by PostgreSQL itself', async () => {
  for (const name of ['autovacuum', 'track_counts']) expect([name, await setting(name)]).toEqual([name, 'on'])
  expect(await sql(`select relname from pg_class where reloptions::text like '%autovacuum_enabled=false%'`)).toEqual([])
})

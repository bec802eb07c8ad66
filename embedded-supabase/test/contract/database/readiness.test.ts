import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
const readiness = () => server.supabase.readiness()
const asOwner = (sql: string) => server.supabase.database.asOwner((tx) => tx.query(sql))

beforeAll(async () => {
  server = await startTestServer({ migrations: { '0001_notes.sql': 'create table public.notes (id int)' } })
})
afterAll(() => server.close())

test('tells that all is well, and asks the database again when a second is over', async () => {
  await expect.poll(async () => (await readiness()).ready).toBe(true)
  const { checks } = await readiness()
  expect(checks).toEqual({ database: 'ok', schema: 'ok', migrations: 'ok', disk: 'ok', mail: 'no mail server' })
})

test('tells a migration that the database has not', async () => {
  await asOwner(`delete from supabase_migrations.applied_files where name = '0001_notes.sql'`)
  await expect.poll(async () => (await readiness()).checks.migrations).toBe('not applied: 0001_notes.sql')
  expect(await server.supabase.isReady()).toBe(false)
})

test('tells that the login of requests is not let in, while the owner is', async () => {
  const { rows } = await asOwner(`select rolname from pg_roles where rolname like 'authenticator!_%' escape '!'`)
  const name = pg.escapeIdentifier(String(rows[0]?.rolname))
  await asOwner(`alter role ${name} nologin`)
  // What is connected stays so: another installation that takes the login away is noticed by new connections.
  await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${rows[0]?.rolname}'`)
  try {
    await expect.poll(async () => (await readiness()).checks.database).toContain('is not permitted to log in')
  } finally {
    await asOwner(`alter role ${name} login`)
  }
  await expect.poll(async () => (await readiness()).checks.database).toBe('ok')
})

test('tells that the database, wherever it is, has no room to write', async () => {
  await expect(asOwner(`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`)).rejects.toThrow(
    'no room',
  )
  await expect.poll(async () => (await readiness()).checks.disk).toBe('full: the database could not write')
  expect(await server.supabase.isReady()).toBe(false)
})

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type PostgresServer, startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { startBackend } from '../../server/src/backend.ts'
import { reset } from '../../server/src/cli/reset.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-reset-'))
chmodSync(folder, 0o711)
let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgresServer()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const configOf = (name: string, databaseUrl?: string, more: Record<string, string> = {}) =>
  readConfig({
    ...{ SITE_URL: 'https://academy.test', DATA_DIR: join(folder, name), DATABASE_URL: databaseUrl },
    ...{ LOG_LEVEL: 'silent', ...more },
  })

async function run(config: ReturnType<typeof configOf>, ...args: string[]): Promise<string> {
  const output: string[] = []
  await reset(config, args, (line) => output.push(line))
  return output.join('\n')
}

const start = (config: ReturnType<typeof configOf>) => startBackend(config, createLog(config))
const folderLogins = () => postgres.asSuperuser(`select rolname from pg_roles where rolname ~ '_[0-9a-f]{12}$'`)

test('a database of your own is erased when its name is said, and an academy beside it stays as it was', async () => {
  const [url, otherUrl] = [
    await postgres.databaseOf('operator', 'staging'),
    await postgres.databaseOf('operator', 'real'),
  ]
  const [config, other] = [configOf('staging', url), configOf('real', otherUrl)]
  const real = await start(other)
  const running = await start(config)
  const logins = await folderLogins()
  expect(logins).toHaveLength(4)
  await expect(run(config, '--yes')).rejects.toThrow(
    /erases the database staging at .* with 0 accounts.*--yes-erase=staging/,
  )
  await expect(run(config, '--yes-erase=real')).rejects.toThrow('--yes-erase=staging')
  await expect(run(config, '--yes-erase=staging')).rejects.toThrow(
    /in use by .*(authenticator_|operator).*stop every academy/,
  )
  await running.close()
  await postgres.asSuperuser(
    'create table public.by_hand (); create schema kept; create table kept.notes ()',
    'staging',
  )

  expect(await run(config, '--yes-erase=staging')).toContain('erased the database staging')
  expect(existsSync(config.dataDirectory)).toBe(false)
  const left = `select nspname::text || coalesce('.' || relname, '') as name from pg_namespace n left join pg_class c
    on relnamespace = n.oid where nspname !~ '^(pg_|information_schema)' order by 1`
  expect(await postgres.asSuperuser(left, 'staging')).toEqual([{ name: 'kept.notes' }, { name: 'public' }])
  expect(await folderLogins()).toHaveLength(2)

  const again = await start(config)
  expect(again.embedded?.appliedMigrations).toContain('20261129000000_baseline.sql')
  for (const { embedded } of [again, real]) {
    await expect.poll(async () => (await embedded?.readiness())?.ready).toBe(true)
  }
  await Promise.all([again.close(), real.close()])
  expect(await run(config, '--yes-erase=staging')).toContain('erased')
  expect(await run(config, '--yes-erase=staging')).toContain('erased')
})

test('an embedded database is never deleted while the settings name another one', async () => {
  const embedded = configOf('embedded')
  prepareDataFolder(embedded.dataDirectory, embedded.projectDirectory)
  const both = configOf('embedded', await postgres.databaseOf('operator', 'empty'))
  await expect(run(both, '--yes-erase=empty')).rejects.toThrow('holds an embedded database too')
  await expect(run(embedded)).rejects.toThrow('say it with --yes')
  expect(await run(embedded, '--yes')).toBe(`deleted ${embedded.dataDirectory}`)
  expect(existsSync(embedded.dataDirectory)).toBe(false)
})

test('a project is reset where it is', async () => {
  const config = configOf('project', undefined, {
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_ANON_KEY: 'key',
  })
  mkdirSync(config.dataDirectory)
  await expect(run(config, '--yes')).rejects.toThrow('reset it there')
  expect(existsSync(config.dataDirectory)).toBe(true)
})

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectText } from '../../../src/backup/collect.ts'
import { writeEntries } from '../../../src/backup/entries.ts'
import { manifestText } from '../../../src/backup/manifest.ts'
import { writeSealed } from '../../../src/backup/sealed-file.ts'
import { openDatabase } from '../../../src/database/index.ts'
import { loginsOf } from '../../../src/database/logins.ts'
import { readMigrations } from '../../../src/database/migrations.ts'
import { OWN_MIGRATIONS } from '../../../src/database/shared-roles.ts'
import { restore } from '../../../src/index.ts'
import { cleaningUp } from '../../support/clean-up.ts'
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts'
import { startTestServer } from '../../support/start.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgresServer()
})
afterAll(() => postgres.stop())

const { cleanUp, folder } = cleaningUp()

const MIGRATION = 'create table public.notes (id int primary key); insert into public.notes values (1);'

async function install(databaseUrl: string, dataDirectory = folder()) {
  const server = await startTestServer({ databaseUrl, dataDirectory, migrations: { '0001_notes.sql': MIGRATION } })
  let open = true
  const close = async () => {
    if (open) await server.close()
    open = false
  }
  cleanUp.push(close)
  return { ...server, close, dataDirectory }
}

/** Asks once more where a connection was cut on its way; who is shut out fails both times. */
const twice = async (ask: () => Promise<boolean>) => ((await ask()) || (await ask()) ? 200 : 500)

/** Asks as visitors and for sign-in all the while, each time on connections that are made anew. */
function keepAsking({ client, supabase }: Awaited<ReturnType<typeof install>>, owner: PostgresServer) {
  const answers: number[] = []
  let asking = true
  const done = (async () => {
    while (asking) {
      await owner.asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'first' and state = 'idle'`,
      )
      const asked = client(supabase.serviceRoleKey)
      answers.push(await twice(async () => (await asked.from('notes').select()).status === 200))
      answers.push(await twice(async () => 'aud' in (await asked.auth.admin.listUsers()).data))
    }
  })()
  const stop = async () => {
    asking = false
    await done
    return answers
  }
  return { stop }
}

test('an installation never notices another one on its server, which starts, restarts and is made anew', async () => {
  const first = await install(await postgres.databaseOf('operator', 'first'))
  await postgres.asSuperuser(`alter role anon set statement_timeout = '2s'`)
  const roles = 'select rolname, rolcanlogin, rolbypassrls, rolconfig from pg_roles order by rolname'
  const before = await postgres.asSuperuser(roles)
  const asking = keepAsking(first, postgres)

  const url = await postgres.databaseOf('operator', 'second')
  const second = await install(url)
  await second.close()
  await (await install(url, second.dataDirectory)).close()
  await postgres.asSuperuser('drop database second')
  await postgres.databaseOf('operator', 'second')
  rmSync(second.dataDirectory, { recursive: true })
  const anew = await install(url)
  expect((await anew.client(anew.supabase.serviceRoleKey).from('notes').select()).data).toEqual([{ id: 1 }])

  const answers = await asking.stop()
  expect(new Set(answers)).toEqual(new Set([200]))
  const after = await postgres.asSuperuser(roles)
  expect(after.filter(({ rolname }) => before.some((role) => role.rolname === rolname))).toEqual(before)
})

test('a process with an empty folder on the same database cuts nobody off', async () => {
  const url = await postgres.databaseOf('operator', 'third')
  const running = await install(url)
  const other = await install(url)
  expect(loginsOf(other.dataDirectory)).not.toEqual(loginsOf(running.dataDirectory))
  await postgres.asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'third'`)
  for (const { client, supabase } of [running, other]) {
    expect((await client(supabase.serviceRoleKey).from('notes').select()).data).toEqual([{ id: 1 }])
  }
})

test('processes with the same logins.json share their logins', async () => {
  const url = await postgres.databaseOf('operator', 'fourth')
  const [one, two] = [folder(), folder()]
  await (await openDatabase({ dataDirectory: one, databaseUrl: url })).close()
  writeFileSync(join(two, 'logins.json'), readFileSync(join(one, 'logins.json')), { mode: 0o600 })
  const lines: string[] = []
  await (await openDatabase({ dataDirectory: two, databaseUrl: url, log: (line) => lines.push(line) })).close()
  expect(lines).toEqual([])
})

test('roles of somebody else are left alone, and the refusal says what lets them be shared', async () => {
  const url = await postgres.databaseOf('neighbour', 'fifth')
  await postgres.asSuperuser('alter role neighbour nosuperuser createrole bypassrls')
  const attempt = () => openDatabase({ dataDirectory: folder(), databaseUrl: url })
  const refusal = await attempt().then(String, (error: Error) => error.message)
  expect(refusal).toContain('belong to another installation')
  await postgres.asSuperuser(/"(.+)"/.exec(refusal)?.[1] ?? '')
  const isOld = (await postgres.asSuperuser('show server_version'))[0]?.server_version?.toString().startsWith('15')
  if (!isOld) await (await attempt()).close()
})

test('a restore that fails half way leaves the database and the folder empty', async () => {
  const url = await postgres.databaseOf('operator', 'sixth')
  const [dataDirectory, projectDirectory] = [folder(), folder()]
  const file = join(projectDirectory, 'wrong.tar.gz')
  const manifest = manifestText({
    migrations: readMigrations(OWN_MIGRATIONS),
    tables: [{ schema: 'auth', name: 'sessions', columns: [{ name: 'user_id', type: 'uuid' }] }],
    sequences: [],
  })
  async function* rowsOfNobody() {
    yield* collectText('database/0.1', '00000000-0000-0000-0000-000000000001\n')
    yield* collectText('folder/keys.json', '{}')
  }
  await writeSealed(writeEntries(manifest, rowsOfNobody()), file)
  const place = { dataDirectory, projectDirectory, databaseUrl: url, log: () => undefined }
  await expect(restore(file, place)).rejects.toThrow('violates foreign key constraint')
  expect(readdirSync(dataDirectory)).toEqual([])
  expect(await postgres.asSuperuser(`select to_regclass('auth.users') as users`, 'sixth')).toEqual([{ users: null }])
})

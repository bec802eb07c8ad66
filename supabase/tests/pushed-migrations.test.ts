import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type OwnerConnection } from '../../embedded-supabase/src/backup/source.ts'
import { OWN_MIGRATIONS } from '../../embedded-supabase/src/database/index.ts'
import { filesOf } from '../../embedded-supabase/src/database/migrations.ts'
import { OWNER_PATH } from '../../embedded-supabase/src/database/run-file.ts'
import { type PostgresServer, startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { READERS_OF_ROWS, tablesOfOtherRows } from './support/altered-rows.ts'
import { MIGRATIONS } from './support/project.ts'

/**
 * What a hosted project lets the login of `supabase db push` do: it is no superuser, its roles are there before it, and it
 * owns neither `auth` nor `storage`, whose rows it reads and writes and on whose tables it makes triggers. supautils also
 * lets it make policies on those of `storage`, for which they are its own here.
 */
const PUSHER = `
  create role pusher login createrole createdb bypassrls password 'of-the-test';
  grant anon, authenticated, service_role, authenticator to pusher with admin option;
  grant create on database project to pusher;
  alter schema public owner to pusher;
  grant usage, create on schema extensions to pusher;
  grant usage on schema auth, storage to pusher;
  grant all on all tables in schema auth, storage to pusher;
  grant all on all sequences in schema auth, storage to pusher;
  grant create on schema storage to pusher;
  alter table storage.objects owner to pusher;
  alter table storage.buckets owner to pusher;
  revoke create on schema storage from pusher;`

let postgres: PostgresServer
let pusher: OwnerConnection
beforeAll(async () => {
  postgres = await startPostgresServer()
  await postgres.asSuperuser('create database project')
  for (const name of filesOf(OWN_MIGRATIONS.folder))
    await postgres.asSuperuser(`${OWNER_PATH}; ${readFileSync(join(OWN_MIGRATIONS.folder, name), 'utf8')}`, 'project')
  await postgres.asSuperuser(PUSHER, 'project')
  const at = { host: '127.0.0.1', port: postgres.port, database: 'project' }
  pusher = await connect({ ...at, user: 'pusher', password: 'of-the-test' })
})
afterAll(async () => {
  await pusher.close()
  await postgres.stop()
})

test('every migration is taken from who is no superuser, and none gives rows another form that a stored body reads', async () => {
  const refusedBySome: string[] = []
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8')
    for (const table of new Set(tablesOfOtherRows(sql))) {
      const { rows } = await pusher.client.query<{ name: string }>(READERS_OF_ROWS, [table])
      refusedBySome.push(...rows.map((reader) => `${name} ${table} ${reader.name}`))
    }
    await pusher.client.query(`begin; ${OWNER_PATH}`)
    await pusher.client.query(sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    await pusher.client.query('commit')
  }
  expect(refusedBySome).toEqual([])
})

test('what gives rows another form is found in each of its ways', () => {
  const table = (commands: string) => tablesOfOtherRows(`alter table private.rows ${commands}`)
  const found = ['add a int default 1', 'add b int, add c int not null default 2', 'alter a type bigint']
  found.push('add a int generated always as identity', 'add a int generated always as (1) stored')
  for (const commands of found) expect([commands, table(commands)]).toEqual([commands, ['private.rows']])
  for (const commands of ['add a int check (a > 0)', 'alter a set default 1', 'alter a set not null', 'drop a'])
    expect([commands, table(commands)]).toEqual([commands, []])
})

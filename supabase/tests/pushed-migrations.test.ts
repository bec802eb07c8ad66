import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type OwnerConnection } from '../../embedded-supabase/src/backup/source.ts'
import { OWN_MIGRATIONS } from '../../embedded-supabase/src/database/index.ts'
import { filesOf } from '../../embedded-supabase/src/database/migrations.ts'
import { OWNER_PATH } from '../../embedded-supabase/src/database/run-file.ts'
import { type PostgresServer, startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { JOBS } from '../functions/_shared/jobs.ts'
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

/** What the extensions of a hosted project offer to the schedules, by the names and arguments of their own. */
const CLOCK = `
  create schema cron; create schema net; create schema vault;
  create table cron.job (jobid bigserial primary key, jobname text unique, schedule text, command text);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid $$;
  create function cron.unschedule(job_name text) returns boolean language sql as $$
    delete from cron.job where jobname = $1 returning true $$;
  create table net.sent (url text, body jsonb, headers jsonb);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000) returns bigint language sql as $$
    insert into net.sent values ($1, $2, $4); select 1::bigint $$;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
  grant usage on schema cron, net, vault to pusher;
  grant all on all tables in schema cron, net, vault to pusher;
  grant all on all sequences in schema cron to pusher;
  insert into cron.job (jobname, schedule, command) values
    ('deliver-mail', '10 seconds', ''), ('academy: one of before', '* * * * *', ''), ('of somebody else', '* * * * *', '');`

const SECRETS = `insert into vault.decrypted_secrets values
  ('project_url', 'https://p.supabase.co/'), ('secret_key', 'secret')`

test('every job is scheduled there, once, and runs as the login that scheduled it', async () => {
  await postgres.asSuperuser(CLOCK, 'project')
  const sql = readFileSync(new URL('../jobs/pg_cron.sql', import.meta.url), 'utf8')
  await expect(pusher.client.query(sql)).rejects.toThrow('not in the vault')
  await pusher.client.query('rollback')
  await postgres.asSuperuser(SECRETS, 'project')
  await pusher.client.query(sql)
  await pusher.client.query(sql)
  const { rows } = await pusher.client.query<{ jobname: string; command: string }>('select * from cron.job order by 1')
  const names = rows.map(({ jobname }) => jobname)
  expect(names.toSorted()).toEqual(
    [...Object.keys(JOBS).map((name) => `academy: ${name}`), 'of somebody else'].toSorted(),
  )
  for (const { jobname, command } of rows)
    await pusher.client.query(command).catch((error: Error) => {
      throw new Error(`${jobname}: ${error.message}`)
    })
  const { rows: sent } = await pusher.client.query(
    "select url, body, headers ->> 'apikey' as key from net.sent order by url",
  )
  expect(sent).toEqual([
    { url: 'https://p.supabase.co/functions/v1/deliver-campaigns', body: {}, key: 'secret' },
    { url: 'https://p.supabase.co/functions/v1/deliver-mail', body: {}, key: 'secret' },
    { url: 'https://p.supabase.co/functions/v1/quiz-attempts', body: { action: 'score' }, key: 'secret' },
  ])
})

test('what gives rows another form is found in each of its ways', () => {
  const table = (commands: string) => tablesOfOtherRows(`alter table private.rows ${commands}`)
  const found = ['add a int default 1', 'add b int, add c int not null default 2', 'alter a type bigint']
  found.push('add a int generated always as identity', 'add a int generated always as (1) stored')
  for (const commands of found) expect([commands, table(commands)]).toEqual([commands, ['private.rows']])
  for (const commands of ['add a int check (a > 0)', 'alter a set default 1', 'alter a set not null', 'drop a'])
    expect([commands, table(commands)]).toEqual([commands, []])
})

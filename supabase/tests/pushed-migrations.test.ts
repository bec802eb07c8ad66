import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER_PATH } from '../../embedded-supabase/src/database/run-file.ts'
import { cronJobs } from '../jobs/schedules.ts'
import { READERS_OF_ROWS, tablesOfOtherRows } from './support/altered-rows.ts'
import { CLOCK } from './support/clock.ts'
import { type HostedDatabase, startHostedDatabase } from './support/hosted-database.ts'
import { MIGRATIONS } from './support/project.ts'

let project: HostedDatabase
beforeAll(async () => {
  project = await startHostedDatabase()
})
afterAll(() => project?.close())

test('every migration is taken from who is no superuser, and none gives rows another form that a stored body reads', async () => {
  const refusedBySome: string[] = []
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8')
    for (const table of new Set(tablesOfOtherRows(sql))) {
      const { rows } = await project.owner.client.query<{ name: string }>(READERS_OF_ROWS, [table])
      refusedBySome.push(...rows.map((reader) => `${name} ${table} ${reader.name}`))
    }
    await project.owner.client.query(`begin; ${OWNER_PATH}`)
    await project.owner.client.query(sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    await project.owner.client.query('commit')
  }
  expect(refusedBySome).toEqual([])
})

/** What the login may do with them, and jobs that are there before. */
const OWNERS_CLOCK = `${CLOCK}
  grant usage on schema cron, net, vault to postgres;
  grant all on all tables in schema cron, net, vault to postgres;
  grant all on all sequences in schema cron to postgres;
  insert into cron.job (jobname, schedule, command) values
    ('deliver-mail', '10 seconds', ''), ('academy: one of before', '* * * * *', ''), ('of somebody else', '* * * * *', '');`

const SECRETS = `insert into vault.decrypted_secrets values
  ('project_url', 'https://p.supabase.co/'), ('secret_key', 'secret')`

test('every job is scheduled there, once, and runs as the login that scheduled it', async () => {
  await project.asPlatform(OWNERS_CLOCK)
  const sql = readFileSync(new URL('../jobs/pg_cron.sql', import.meta.url), 'utf8')
  await expect(project.owner.client.query(sql)).rejects.toThrow('not in the vault')
  await project.owner.client.query('rollback')
  await project.asPlatform(SECRETS)
  await project.owner.client.query(sql)
  await project.owner.client.query(sql)
  const { rows } = await project.owner.client.query<{ jobname: string; command: string }>(
    'select * from cron.job order by 1',
  )
  const names = rows.map(({ jobname }) => jobname)
  expect(names.toSorted()).toEqual([...cronJobs().map(({ name }) => name), 'of somebody else'].toSorted())
  for (const { jobname, command } of rows)
    await project.owner.client.query(command).catch((error: Error) => {
      throw new Error(`${jobname}: ${error.message}`)
    })
  const { rows: sent } = await project.owner.client.query(
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

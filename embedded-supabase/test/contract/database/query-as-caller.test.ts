import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Database } from '../../../src/database/index.ts'
import { DatabaseUnavailable } from '../../../src/errors.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } }
const anon: Caller = { role: 'anon', claims: { role: 'anon' } }

let server: TestServer
let database: Database
beforeAll(async () => {
  const sql = `create table public.things (id int primary key, at timestamptz default '2024-01-01Z', tags text[], data jsonb)`
  server = await startTestServer({ migrations: { '0001_things.sql': sql } })
  database = server.supabase.database
})
afterAll(() => server.close())

const one = async (caller: Caller, sql: string, values: unknown[] = []) =>
  (await database.queryAsCaller<Record<string, unknown>>(caller, sql, values)).rows[0]

test('values and rows keep their types', async () => {
  const row = await one(
    service,
    'insert into public.things (id, tags, data) values ($1, $2, $3) returning *, $4::text as nothing',
    [1, ['a,b', null], { a: [1] }, undefined],
  )
  expect(row).toEqual({
    id: 1,
    at: new Date('2024-01-01T00:00:00Z'),
    tags: ['a,b', null],
    data: { a: [1] },
    nothing: null,
  })
})

test('role and claims hold for the one statement only', async () => {
  const facts = `select current_user::text as role, current_setting('request.jwt.claims', true)::json ->> 'role' as claimed`
  const both = await Promise.all([anon, service, anon, service].map((caller) => one(caller, facts)))
  expect(both.map((row) => [row?.role, row?.claimed])).toEqual(
    ['anon', 'service_role', 'anon', 'service_role'].map((role) => [role, role]),
  )
})

test('an error undoes the statement', async () => {
  const failing = one(
    service,
    'with w as (insert into public.things (id) values (2) returning id) select 1 / (id - 2) from w',
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await one(service, 'select count(*)::int as n from public.things where id = 2')).toEqual({ n: 0 })
})

test('a read refuses writes', async () => {
  const writing = database.queryAsCaller(service, 'delete from public.things', [], { readOnly: true })
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

test('prepared statements are reused and stay few', async () => {
  for (let i = 0; i < 250; i++) await one(service, `select ${i} as n`)
  await expect(one(service, `select 'x'::int /* fails when it runs */`)).rejects.toMatchObject({ code: '22P02' })
  expect((await one(service, 'select count(*)::int as n from pg_prepared_statements'))?.n).toBeLessThan(110)
})

test('a statement whose result changed its shape is prepared anew', async () => {
  expect(Object.keys((await one(service, 'select * from public.things')) ?? {})).toHaveLength(4)
  await database.asOwner((tx) => tx.query('alter table public.things add column extra int'))
  expect(Object.keys((await one(service, 'select * from public.things')) ?? {})).toHaveLength(5)
})

test('the limit of the role holds in transactions too', async () => {
  const timeout = `select current_setting('statement_timeout') as timeout`
  expect(await one(anon, timeout)).toEqual({ timeout: '3s' })
  const { rows } = await database.asCaller(anon, (tx) => tx.query(timeout))
  expect(rows).toEqual([{ timeout: '3s' }])
})

test('what a migration gives a role holds for the first caller after the start', async () => {
  const sql = `alter role anon set work_mem = '5MB'`
  const { supabase, close } = await startTestServer({ migrations: { '0001_role.sql': sql } })
  const { rows } = await supabase.database.queryAsCaller(anon, `select current_setting('work_mem') as memory`)
  await close()
  expect(rows).toEqual([{ memory: '5MB' }])
})

test('a connection that breaks is said to be unavailable', async () => {
  const sleeping = one(service, 'select pg_sleep(5)')
  setTimeout(() => {
    void database.asOwner((tx) =>
      tx.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(5)%' and usename like 'authenticator%'`,
      ),
    )
  }, 300)
  await expect(sleeping).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await one(service, 'select 1 as n')).toEqual({ n: 1 })
})

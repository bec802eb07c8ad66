import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** A call that leaves a line, however it is asked for. */
const JOT = `
create table jottings (id int generated always as identity primary key);
revoke all on jottings from anon;
grant select, insert on jottings to service_role;
create function jot() returns int language plpgsql volatile as $$
begin insert into public.jottings default values; return 1; end $$;`
const SHOWS = `alter role authenticator set pgrst.db_plan_enabled = 'true';`
const JSON_PLAN = 'application/vnd.pgrst.plan+json'

type Plan = [{ Plan: { 'Node Type': string; 'Actual Rows'?: number }; 'Query Identifier'?: number; Settings?: object }]

let server: RestServer
const ask = (path: string, accept: string, init: RequestInit = {}) =>
  server.rest(path, {
    ...init,
    token: server.supabase.serviceRoleKey,
    headers: { accept, 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
  })
const post = (path: string, accept: string, body: object = {}, prefer = '') =>
  ask(path, accept, { method: 'POST', body: JSON.stringify(body), headers: { prefer } })
const jottings = async () => (await (await ask('/jottings', 'application/json')).json()) as object[]

describe('a login that shows plans', () => {
  beforeAll(async () => {
    server = await startRestServer({
      sql: `${JOT}${SHOWS} alter role authenticator set pgrst.db_tx_end = 'commit-allow-override';`,
    })
  })
  afterAll(() => server?.close())

  test('the official client explains a read in text and in JSON', async () => {
    const courses = () => server.client().from('courses').select('*').eq('id', 1)
    const text = await courses().explain()
    expect(text.data).toMatch(/Aggregate {2}\(cost=/)
    const json = (await courses().explain({ format: 'json', verbose: true, settings: true })).data as unknown as Plan
    expect([typeof json[0].Plan, typeof json[0]['Query Identifier'], typeof json[0].Settings]).toEqual([
      'object',
      'number',
      'object',
    ])
  })

  test('the answer names its type, that of the answer and the options it knows', async () => {
    const wanted = `${JSON_PLAN}; for="application/vnd.pgrst.object"; options=verbose|nonsense|settings;`
    const answer = await ask('/courses', wanted)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      `${JSON_PLAN}; for="application/vnd.pgrst.object+json"; options=verbose|settings; charset=utf-8`,
    ])
    expect((await ask('/courses', 'application/vnd.pgrst.plan')).headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    )
  })

  test.each([`${JSON_PLAN}; for="image/png"`, `${JSON_PLAN}; for="${JSON_PLAN}"`, 'application/vnd.pgrst.plan+xml'])(
    'no plan for %s',
    async (accept) => expect((await ask('/courses', accept)).status).toBe(406),
  )

  test('the plan of a write or a call does nothing', async () => {
    for (const answer of [await post('/jottings', JSON_PLAN), await post('/rpc/jot', JSON_PLAN)]) {
      expect(answer.status).toBe(200)
      expect(((await answer.json()) as Plan)[0].Plan['Node Type']).toBeDefined()
    }
    expect(await jottings()).toEqual([])
  })

  test('analyze does it, and keeps it as the request itself would be kept', async () => {
    const analyze = `${JSON_PLAN}; options=analyze`
    expect((await post('/rpc/jot', analyze, {}, 'tx=rollback')).status).toBe(200)
    expect(await jottings()).toEqual([])
    const [{ Plan }] = (await (await post('/rpc/jot', analyze)).json()) as Plan
    expect(Plan['Actual Rows']).toBe(1)
    expect(await jottings()).toHaveLength(1)
    expect((await ask('/rpc/jot', analyze)).status).toBe(405)
    expect(await jottings()).toHaveLength(1)
  })

  test('whoever may not read a table gets no plan of it; an option that needs another is PostgreSQL’s to refuse', async () => {
    const stranger = await server.rest('/jottings', { headers: { accept: JSON_PLAN } })
    expect([stranger.status, (await stranger.json()).code]).toEqual([401, '42501'])
    const wal = await ask('/courses', `${JSON_PLAN}; options=wal`)
    expect([wal.status, (await wal.json()).code]).toEqual([400, '22023'])
  })
})

describe('a login that says nothing', () => {
  beforeAll(async () => {
    server = await startRestServer({ sql: JOT })
  })
  afterAll(() => server?.close())

  test.each([JSON_PLAN, 'application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+text; options=analyze'])(
    'refuses %s and does nothing',
    async (accept) => {
      for (const answer of [await ask('/courses', accept), await post('/rpc/jot', accept)]) {
        expect([answer.status, (await answer.json()).code]).toEqual([406, 'PGRST107'])
      }
      expect(await jottings()).toEqual([])
    },
  )

  test('an answer that is acceptable too is given', async () => {
    expect((await ask('/courses', `${JSON_PLAN}, application/json;q=0.5`)).status).toBe(200)
  })
})

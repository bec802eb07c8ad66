import { afterEach, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
afterEach(() => server?.close())

const start = async (end?: string) => {
  server = await startRestServer(end ? { sql: `alter role authenticator set pgrst.db_tx_end = '${end}'` } : {})
}
const service = () => server.client(server.supabase.serviceRoleKey)
const stored = async () => (await service().from('scores').select('points')).data

/** Stores one row with the preference; what came back. */
async function insert(prefer: string) {
  const response = await server.rest('/scores', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    headers: { 'content-type': 'application/json', prefer: `return=representation, ${prefer}` },
    body: JSON.stringify({ course_id: 1, person: 'a', points: 7 }),
  })
  const body = await response.json()
  return { status: response.status, points: body[0]?.points, applied: response.headers.get('preference-applied') }
}

describe('how a transaction ends is the login’s to say', () => {
  test.each([undefined, 'commit', 'nonsense'])('%s: tx is ignored, also under strict handling', async (end) => {
    await start(end)
    expect(await insert('tx=rollback, handling=strict')).toEqual({
      status: 201,
      points: 7,
      applied: 'return=representation, handling=strict',
    })
    expect(await stored()).toEqual([{ points: 7 }])
  })

  test('commit-allow-override: tx=rollback shows the result and keeps nothing', async () => {
    await start('commit-allow-override')
    expect(await insert('tx=rollback')).toEqual({
      status: 201,
      points: 7,
      applied: 'return=representation, tx=rollback',
    })
    expect(await stored()).toEqual([])
    const { data } = await service().from('scores').insert({ course_id: 1, person: 'b', points: 8 }).select().rollback()
    expect(data).toMatchObject([{ points: 8 }])
    await insert('count=exact')
    expect(await stored()).toEqual([{ points: 7 }])
  })

  test('rollback: nothing is ever kept', async () => {
    await start('rollback')
    expect(await insert('tx=commit')).toMatchObject({ status: 201, applied: 'return=representation' })
    expect(await stored()).toEqual([])
  })

  test('rollback-allow-override: only what asks for it is kept', async () => {
    await start('rollback-allow-override')
    await insert('count=exact')
    expect(await stored()).toEqual([])
    expect(await insert('tx=commit')).toMatchObject({ applied: 'return=representation, tx=commit' })
    expect(await stored()).toEqual([{ points: 7 }])
  })
})

test('a function that writes cannot be undone by its caller', async () => {
  server = await startRestServer({
    sql: `create table public.calls (n int generated always as identity);
      create function public.counted() returns json language plpgsql security definer as $$
      begin insert into public.calls default values; return json_build_object('calls', (select count(*) from public.calls)); end $$`,
  })
  const call = (prefer: string) =>
    server.rest('/rpc/counted', { method: 'POST', headers: { 'content-type': 'application/json', prefer }, body: '{}' })
  for (const prefer of ['tx=rollback', 'tx=rollback,tx=commit', 'tx=rollback,handling=strict']) await call(prefer)
  expect(await (await call('tx=rollback')).json()).toEqual({ calls: 4 })
})

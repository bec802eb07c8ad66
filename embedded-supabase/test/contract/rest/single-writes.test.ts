import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({
    sql: `
      create table public.houses (id int primary key, name text);
      create table public.guests (name text, room_id int, primary key (name, room_id));
      insert into public.houses values (1, 'Oak'), (2, 'Elm');
      insert into public.guests values ('Ben', 1), ('Ben', 3);`,
  })
})
afterAll(() => server.close())

const json = async (path: string) => (await server.rest(path)).json()
const write = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.rest(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('one object is asked for and the write answers with nothing', () => {
  const object = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=minimal' }
  test('several rows or none are refused, and nothing is kept', async () => {
    const rows = [
      { id: 8, name: 'Fir' },
      { id: 9, name: 'Ash' },
    ]
    for (const [method, path, body] of [
      ['POST', '/houses', rows],
      ['PATCH', '/houses?id=gt.0', { name: 'Same' }],
      ['PATCH', '/houses?id=eq.77', { name: 'None' }],
      ['DELETE', '/guests?name=eq.Ben', undefined],
    ] as const) {
      const response = await write(method, path, body, object)
      expect([method, path, response.status, await response.json()]).toMatchObject([
        ...[method, path, 406],
        { code: 'PGRST116' },
      ])
    }
    expect(await json('/houses?select=name&order=id')).toEqual([{ name: 'Oak' }, { name: 'Elm' }])
    expect(await json('/guests?select=room_id&name=eq.Ben&order=room_id')).toEqual([{ room_id: 1 }, { room_id: 3 }])
  })
  test('one row is written', async () => {
    expect((await write('PATCH', '/houses?id=eq.2', { name: 'Yew' }, object)).status).toBe(204)
    expect(await json('/houses?select=name&id=eq.2')).toEqual([{ name: 'Yew' }])
    await write('PATCH', '/houses?id=eq.2', { name: 'Elm' })
  })
})

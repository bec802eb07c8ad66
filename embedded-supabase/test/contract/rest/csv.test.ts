import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

test('a header line, then a line for each row', async () => {
  const { data } = await server
    .client()
    .from('courses')
    .select('id, title, tags, settings->>free')
    .in('id', [1, 3])
    .order('id')
    .csv()
  expect(data).toBe('id,title,tags,free\n1,Budget,"{home,plan}",true\n3,"Loans, and more",{},')
})

test('quotes and backslashes are those of CSV', async () => {
  const service = server.client(server.supabase.serviceRoleKey)
  await service.from('no_key').insert({ value: 'a "b" \\ c' })
  expect((await service.from('no_key').select().csv()).data).toBe('value\n"a ""b"" \\ c"')
})

test('no rows make no header', async () => {
  expect((await server.client().from('tags').select().eq('id', 99).csv()).data).toBe('\n')
})

test('written rows can be answered as CSV', async () => {
  const service = server.client(server.supabase.serviceRoleKey)
  const { data, status } = await service.from('tags').insert({ id: 70, name: 'x' }).select().csv()
  expect({ data, status }).toEqual({ data: 'id,name\n70,x', status: 201 })
})

test('the type is told', async () => {
  const response = await server.rest('/tags', { headers: { accept: 'text/csv' } })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
})

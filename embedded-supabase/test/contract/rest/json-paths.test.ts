import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const from = (table: string) => server.client().from(table)

test('members are answered under their last key', async () => {
  const { data } = await from('courses')
    .select('settings->free, settings->price->amount, text:settings->price->>amount')
    .eq('id', 1)
  expect(data).toEqual([{ free: true, amount: 10, text: '10' }])
})

test('indexes count from both ends', async () => {
  const { data } = await from('categories').select('details->sizes->0, last:details->sizes->-1->>deep').eq('id', 1)
  expect(data).toEqual([{ sizes: 1, last: 'yes' }])
})

test('other types become JSON first', async () => {
  const { data } = await from('courses').select('first:tags->>0').eq('id', 1)
  expect(data).toEqual([{ first: 'home' }])
})

test('filters reach inside', async () => {
  expect((await from('courses').select('id').eq('settings->>free', 'false')).data).toEqual([{ id: 2 }])
  expect((await from('courses').select('id').gt('settings->price->amount', 10)).data).toEqual([{ id: 2 }])
  expect((await from('categories').select('id').eq('details->>color', 'red')).data).toEqual([{ id: 3 }])
  expect((await from('courses').select('id').in('settings->price->>amount', ['10', '25']).order('id')).data).toEqual([
    { id: 1 },
    { id: 2 },
  ])
})

test('casts follow the path', async () => {
  const { data } = await from('courses').select('amount:settings->price->amount::text').eq('id', 2)
  expect(data).toEqual([{ amount: '25' }])
})

test('keys with quotes are keys, nothing else', async () => {
  const { data, error } = await from('courses').select(`odd:settings->"a'b; --"`).eq('id', 1)
  expect({ data, error }).toEqual({ data: [{ odd: null }], error: null })
})

test('paths work in embedded resources', async () => {
  const { data } = await from('courses').select('categories(details->>color)').eq('id', 1)
  expect(data).toEqual([{ categories: { color: 'green' } }])
})

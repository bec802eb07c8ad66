import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

test('another exposed schema is chosen by profile, for reads and writes', async () => {
  const shelf = server.client().schema('shelf')
  expect((await shelf.from('books').select()).data).toEqual([{ id: 1, title: 'On the shelf' }])
  expect((await shelf.from('books').insert({ id: 2, title: 'Second' }).select().single()).data).toEqual({
    id: 2,
    title: 'Second',
  })
  expect((await shelf.from('books').delete().eq('id', 2)).status).toBe(204)
})

test('the schema is told when there are several', async () => {
  const response = await server.rest('/books', { headers: { 'accept-profile': 'shelf' } })
  expect(response.headers.get('content-profile')).toBe('shelf')
  expect((await server.rest('/tags')).headers.get('content-profile')).toBe('public')
})

test('a schema that is not exposed is PGRST106', async () => {
  const { error, status } = await server.client().schema('auth').from('users').select()
  expect(status).toBe(406)
  expect(error).toMatchObject({
    code: 'PGRST106',
    message: 'Invalid schema: auth',
    hint: 'Only the following schemas are exposed: public, shelf',
  })
})

test('tables of one schema are not seen from the other', async () => {
  expect((await server.client().schema('shelf').from('tags').select()).error?.code).toBe('PGRST205')
})

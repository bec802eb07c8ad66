import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const tags = () => server.client().from('tags').select('id')

test('single gives the one row', async () => {
  const { data, status } = await tags().eq('id', 1).single()
  expect({ data, status }).toEqual({ data: { id: 1 }, status: 200 })
})

test('single refuses none and many', async () => {
  expect(await tags().eq('id', 99).single()).toMatchObject({
    status: 406,
    error: {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    },
  })
  expect((await tags().single()).error?.details).toBe('The result contains 3 rows')
})

test('single takes the first of a limit', async () => {
  expect((await tags().order('id').limit(1).single()).data).toEqual({ id: 1 })
})

test('maybeSingle gives null for none and refuses many', async () => {
  expect(await tags().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
  expect((await tags().eq('id', 2).maybeSingle()).data).toEqual({ id: 2 })
  expect((await tags().maybeSingle()).error?.code).toBe('PGRST116')
})

test('the type of an object is told', async () => {
  const response = await server.rest('/tags?id=eq.1', { headers: { accept: 'application/vnd.pgrst.object+json' } })
  expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
})

test('nulls can be left out of an object', async () => {
  const { data } = await server.client().from('authors').select().eq('id', 2).single().stripNulls()
  expect(data).toEqual({ id: 2, name: 'Avi' })
})

test('throwOnError throws the error of the server', async () => {
  await expect(tags().eq('id', 99).single().throwOnError()).rejects.toMatchObject({ code: 'PGRST116' })
})

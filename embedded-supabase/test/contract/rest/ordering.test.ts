import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
  const { data, error } = await query
  return error ?? (data as { id: number }[]).map(({ id }) => id)
}
const courses = (columns = 'id') => server.client().from('courses').select(columns)

test('up and down, by several columns', async () => {
  expect(await ids(courses().order('id', { ascending: false }))).toEqual([4, 3, 2, 1])
  expect(await ids(courses().order('level').order('id', { ascending: false }))).toEqual([3, 1, 2, 4])
})

test('nulls first and last', async () => {
  expect(await ids(courses().order('minutes', { nullsFirst: true }))).toEqual([4, 3, 1, 2])
  expect(await ids(courses().order('minutes', { ascending: false, nullsFirst: false }))).toEqual([2, 1, 3, 4])
})

test('by a member of JSON and by a computed column', async () => {
  expect(
    await ids(courses().not('settings->price', 'is', null).order('settings->price->amount', { ascending: false })),
  ).toEqual([2, 1])
  expect(await ids(courses().order('shout', { ascending: false }))).toEqual([2, 3, 4, 1])
})

test('by a column of an embedded resource, chosen or not', async () => {
  const query = () => courses('id, category:categories(id)').not('category', 'is', null)
  expect(await ids(query().order('category(name)'))).toEqual([3, 1, 2])
  expect(
    await ids(
      query()
        .order('name', { referencedTable: undefined as never })
        .limit(0),
    ),
  ).toMatchObject({ code: '42703' })
})

test('a wrong order is PGRST100', async () => {
  for (const order of ['id.up', 'id.asc.nulls', 'id.asc.desc', ',', 'id,']) {
    const response = await server.rest(`/courses?order=${order}`)
    expect([order, response.status, ((await response.json()) as { code: string }).code]).toEqual([
      order,
      400,
      'PGRST100',
    ])
  }
})

test('an order by an unknown column is 42703', async () => {
  expect(await ids(courses().order('nope'))).toMatchObject({ code: '42703' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

test('reads all columns without a select, in the order of the table', async () => {
  const { data, error, status } = await server.client().from('tags').select()
  expect({ data, error, status }).toMatchObject({
    data: [
      { id: 1, name: 'home' },
      { id: 2, name: 'work' },
      { id: 3, name: 'unused' },
    ],
    error: null,
    status: 200,
  })
})

test('reads chosen columns under aliases and as other types', async () => {
  const { data } = await server.client().from('courses').select('key:id, id::text, minutes, tags').eq('id', 1)
  expect(data).toEqual([{ key: 1, id: '1', minutes: 60, tags: ['home', 'plan'] }])
})

test('passes numbers through as the database writes them', async () => {
  const text = await (await server.rest('/courses?select=big,minutes,created_at&id=eq.1')).text()
  expect(text).toContain('"big":9007199254740993')
  expect(text).toContain('"minutes":60.00')
  expect(text).toContain('"created_at":"2024-01-02T03:04:05+00:00"')
})

test('selects a computed column and filters by it', async () => {
  const { data } = await server.client().from('courses').select('id, shout').eq('shout', 'BUDGET')
  expect(data).toEqual([{ id: 1, shout: 'BUDGET' }])
})

test('no alias is taken for a name of ours', async () => {
  const names = ['x', 'r', 'h', 'f', 's', 't1', 't2', 'j2', 'src', 'body', 'c0', 'o0', 'total', 'rows', 'pgrst_scalar']
  const select = names.map((name) => `${name}:id`).join(',')
  const row = Object.fromEntries(names.map((name) => [name, 1]))
  const { data, error } = await server
    .client()
    .from('courses')
    .select(`${select}, lessons(${select}), late:categories(${select}), ...authors!author_id(${select})`)
    .eq('id', 1)
    .limit(1, { referencedTable: 'lessons' })
    .order('late(name)')
  expect(error).toBeNull()
  expect(data).toEqual([{ ...row, lessons: [row], late: row }])
  const csv = await server.client().from('tags').select('x:id, h:name').eq('id', 1).csv()
  expect(csv.data).toBe('x,h\n1,home')
})

test('reads a view', async () => {
  const { data } = await server.client().from('open_courses').select('title').order('id').limit(1)
  expect(data).toEqual([{ title: 'Budget' }])
})

test('answers HEAD with the headers only', async () => {
  const { data, count, status } = await server.client().from('tags').select('*', { head: true, count: 'exact' })
  expect({ data, count, status }).toEqual({ data: null, count: 3, status: 200 })
})

test('names type and place of the answer', async () => {
  const response = await server.rest('/tags?select=id&order=id&name=neq.a%20b')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('content-range')).toBe('0-2/*')
  expect(response.headers.get('content-location')).toBe('/tags?name=neq.a%20b&order=id&select=id')
})

test('refuses an unknown column as PostgreSQL does, naming no other', async () => {
  const { error, status } = await server.client().from('courses').select('titel')
  expect(status).toBe(400)
  expect(error).toMatchObject({ code: '42703', message: 'column courses.titel does not exist', hint: null })
})

test('refuses an unknown cast', async () => {
  for (const type of ['nonsense', 'regclass', 'pg_class']) {
    const { error } = await server.client().from('courses').select(`id::${type}`)
    expect(error?.code).toBe('42704')
  }
})

test('leaves out members that are null on request', async () => {
  const { data } = await server.client().from('authors').select().eq('id', 2).stripNulls()
  expect(data).toEqual([{ id: 2, name: 'Avi' }])
})

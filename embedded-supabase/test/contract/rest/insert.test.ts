import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const service = () => server.client(server.supabase.serviceRoleKey)
const JSON_TYPE = { 'content-type': 'application/json' }

const owner = '00000000-0000-4000-8000-000000000001'

test('one row: 201 without a body', async () => {
  const { data, status, count } = await service()
    .from('scores')
    .insert({ course_id: 1, person: 'one' }, { count: 'exact' })
  expect({ data, status, count }).toEqual({ data: null, status: 201, count: 1 })
})

test('one row and back: its columns, computed ones and what it embeds', async () => {
  const { data, status } = await service()
    .from('courses')
    .insert({ id: 20, title: 'New', category_id: 1, minutes: '12.50' })
    .select('id, shout, minutes, doubled:minutes::text, categories(name), lessons(id)')
    .single()
  expect(status).toBe(201)
  expect(data).toEqual({
    id: 20,
    shout: 'NEW',
    minutes: 12.5,
    doubled: '12.50',
    categories: { name: 'Money' },
    lessons: [],
  })
  await service().from('courses').delete().eq('id', 20)
})

test('many rows: what one leaves out is null, or its default on request', async () => {
  const rows = (course_id: number) => [
    { course_id, person: 'a' },
    { course_id, person: 'b', points: 9 },
  ]
  const nulls = await service().from('scores').insert(rows(2)).select('points')
  expect(nulls.data).toEqual([{ points: null }, { points: 9 }])
  const defaults = await service().from('scores').insert(rows(3), { defaultToNull: false }).select('points')
  expect(defaults.data).toEqual([{ points: 5 }, { points: 9 }])
})

test('defaults fill an object too, identity columns included', async () => {
  const { data } = await service()
    .from('notes')
    .insert({ owner }, { defaultToNull: false })
    .select('body, likes, doubled')
    .single()
  expect(data).toEqual({ body: 'empty', likes: 0, doubled: 0 })
  const response = await server.rest('/notes?columns=owner,body,id&select=body', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: JSON.stringify({ owner }),
    headers: { ...JSON_TYPE, prefer: 'missing=default, return=representation' },
  })
  expect(await response.json()).toEqual([{ body: 'empty' }])
  expect(response.headers.get('preference-applied')).toBe('missing=default, return=representation')
})

test('only the named columns are taken', async () => {
  const response = await server.rest('/scores?columns=course_id,person', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: '{"course_id":4,"person":"x","points":77,"unknown":1}',
    headers: { ...JSON_TYPE, prefer: 'return=representation' },
  })
  expect(await response.json()).toEqual([{ course_id: 4, person: 'x', points: 5, comment: null }])
})

test('an empty list inserts nothing, empty objects insert defaults', async () => {
  const none = await service().from('no_key').insert([]).select()
  expect([none.status, none.data]).toEqual([201, []])
  const two = await server.rest('/no_key', {
    method: 'POST',
    body: '[{},{}]',
    headers: { ...JSON_TYPE, prefer: 'return=representation' },
  })
  expect(await two.json()).toEqual([{ value: null }, { value: null }])
})

test('headers-only tells where the row is', async () => {
  const response = await server.rest('/scores', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: '{"course_id":7,"person":"a b"}',
    headers: { ...JSON_TYPE, prefer: 'return=headers-only' },
  })
  expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
    201,
    '/scores?course_id=eq.7&person=eq.a%20b',
    '',
  ])
})

test('big numbers arrive unrounded', async () => {
  const response = await server.rest('/courses?select=big', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: '{"id":21,"title":"x","big":9223372036854775807}',
    headers: { ...JSON_TYPE, prefer: 'return=representation' },
  })
  expect(await response.text()).toBe('[{"big":9223372036854775807}]')
  await service().from('courses').delete().eq('id', 21)
})

test('CSV and forms are bodies too', async () => {
  const csv = await server.rest('/tags', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: 'id,name\n50,"a, ""b"""\n51,plain\n',
    headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
  })
  expect(await csv.json()).toEqual([
    { id: 50, name: 'a, "b"' },
    { id: 51, name: 'plain' },
  ])
  const form = await server.rest('/tags', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: new URLSearchParams({ id: '52', name: 'form' }),
    headers: { prefer: 'return=representation' },
  })
  expect(await form.json()).toEqual([{ id: 52, name: 'form' }])
})

test('what breaks a rule is refused with its code and changes nothing', async () => {
  const bad: [string, Record<string, unknown> | Record<string, unknown>[], string, number][] = [
    ['scores', { nope: 1 }, 'PGRST204', 400],
    [
      'tags',
      [
        { id: 90, name: 'a' },
        { id: 90, name: 'b' },
      ],
      '23505',
      409,
    ],
    ['tags', { id: 91 }, '23502', 400],
    ['lessons', { id: 92, course_id: 999 }, '23503', 409],
    ['notes', { owner, body: 'x'.repeat(50) }, '23514', 400],
    ['tags', { id: 'one', name: 'a' }, '22P02', 400],
    ['notes', { owner, doubled: 4 }, '428C9', 400],
  ]
  for (const [table, row, code, status] of bad) {
    const { error, status: got } = await service().from(table).insert(row)
    expect([table, error?.code, got]).toEqual([table, code, status])
  }
  expect((await service().from('tags').select().gte('id', 90)).data).toEqual([])
})

test('a single object of several rows is refused and rolled back', async () => {
  const { error, status } = await service()
    .from('tags')
    .insert([
      { id: 80, name: 'a' },
      { id: 81, name: 'b' },
    ])
    .select()
    .single()
  expect({ code: error?.code, status }).toEqual({ code: 'PGRST116', status: 406 })
  expect((await service().from('tags').select().gte('id', 80)).data).toEqual([])
})

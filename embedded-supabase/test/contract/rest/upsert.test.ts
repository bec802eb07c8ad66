import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const service = () => server.client(server.supabase.serviceRoleKey)

beforeEach(async () => {
  await service().from('scores').delete().gte('course_id', 0)
  await service().from('scores').insert({ course_id: 1, person: 'a', points: 1, comment: 'kept' })
})

const all = async () =>
  (await service().from('scores').select('course_id, person, points, comment').order('course_id')).data

test('updates what is there: 200; inserts what is not: 201', async () => {
  expect((await service().from('scores').upsert({ course_id: 1, person: 'a', points: 2 })).status).toBe(200)
  expect((await service().from('scores').upsert({ course_id: 2, person: 'b', points: 3 })).status).toBe(201)
  const both = [
    { course_id: 2, person: 'b', points: 4 },
    { course_id: 3, person: 'c', points: 5 },
  ]
  expect((await service().from('scores').upsert(both)).status).toBe(201)
  expect(await all()).toEqual([
    { course_id: 1, person: 'a', points: 2, comment: 'kept' },
    { course_id: 2, person: 'b', points: 4, comment: null },
    { course_id: 3, person: 'c', points: 5, comment: null },
  ])
})

test('answers with the row as it is now', async () => {
  const { data, status } = await service()
    .from('scores')
    .upsert({ course_id: 1, person: 'a', points: 8 })
    .select('points, comment')
    .single()
  expect({ data, status }).toEqual({ data: { points: 8, comment: 'kept' }, status: 200 })
})

test('on_conflict names another unique key', async () => {
  const owner = '00000000-0000-4000-8000-000000000001'
  const first = await service()
    .from('notes')
    .upsert({ owner, slug: 'x', likes: 1 }, { onConflict: 'slug' })
    .select('id, likes')
    .single()
  const second = await service()
    .from('notes')
    .upsert({ owner, slug: 'x', likes: 2 }, { onConflict: 'slug' })
    .select('id, likes')
    .single()
  expect(second.data).toEqual({ id: first.data?.id, likes: 2 })
})

test('ignoring duplicates leaves them alone', async () => {
  const { data, status } = await service()
    .from('scores')
    .upsert(
      [
        { course_id: 1, person: 'a', points: 9 },
        { course_id: 2, person: 'b', points: 9 },
      ],
      { ignoreDuplicates: true },
    )
    .select('course_id, points')
  expect({ data, status }).toEqual({ data: [{ course_id: 2, points: 9 }], status: 201 })
  expect(await all()).toMatchObject([{ points: 1 }, { points: 9 }])
})

test('a conflict target that is no key is refused', async () => {
  expect(
    (await service().from('scores').upsert({ course_id: 1, person: 'a' }, { onConflict: 'points' })).error?.code,
  ).toBe('42P10')
  expect(
    (await service().from('scores').upsert({ course_id: 1, person: 'a' }, { onConflict: 'nope' })).error?.code,
  ).toBe('42703')
})

test('a table without a key takes it as an insert', async () => {
  expect((await service().from('no_key').upsert({ value: 'x' })).status).toBe(201)
})

test("the same row twice in one request is the client's mistake", async () => {
  const { error, status } = await service()
    .from('scores')
    .upsert([
      { course_id: 5, person: 'z', points: 1 },
      { course_id: 5, person: 'z', points: 2 },
    ])
  expect({ code: error?.code, status }).toEqual({ code: '21000', status: 400 })
})

test('what was preferred is told', async () => {
  const response = await server.rest('/scores', {
    method: 'POST',
    token: server.supabase.serviceRoleKey,
    body: '{"course_id":1,"person":"a","points":3}',
    headers: { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates,return=minimal' },
  })
  expect(response.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=minimal')
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxAffected } from './support/max-affected.ts'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const service = () => server.client(server.supabase.serviceRoleKey)

beforeEach(async () => {
  await service().from('scores').delete().gte('course_id', 0)
  await service()
    .from('scores')
    .insert([1, 2, 3].map((course_id) => ({ course_id, person: 'a', points: course_id })))
})

const points = async () =>
  (await service().from('scores').select('points').order('course_id')).data?.map((row) => row.points)

test('changes what the filters choose: 204', async () => {
  const { data, status } = await service().from('scores').update({ points: 10 }).gte('course_id', 2)
  expect({ data, status }).toEqual({ data: null, status: 204 })
  expect(await points()).toEqual([1, 10, 10])
})

test('answers with the changed rows: 200', async () => {
  const { data, status, count } = await service()
    .from('scores')
    .update({ points: 4 }, { count: 'exact' })
    .or('course_id.eq.1,course_id.eq.3')
    .select('course_id, points')
    .order('course_id', { ascending: false })
  expect({ data, status, count }).toEqual({
    data: [
      { course_id: 3, points: 4 },
      { course_id: 1, points: 4 },
    ],
    status: 200,
    count: 2,
  })
})

test('nothing to change is no error', async () => {
  expect((await service().from('scores').update({ points: 1 }).eq('course_id', 99)).status).toBe(204)
  const { data, status } = await service().from('scores').update({}).eq('course_id', 1).select()
  expect({ data, status }).toEqual({ data: [], status: 200 })
})

test('a JSON null is a null, nested values arrive whole', async () => {
  const { data } = await service()
    .from('courses')
    .update({ settings: { a: [1, { b: 'ג' }] }, tags: ['x', 'y,z'], level: null })
    .eq('id', 4)
    .select('settings, tags, level')
    .single()
  expect(data).toEqual({ settings: { a: [1, { b: 'ג' }] }, tags: ['x', 'y,z'], level: null })
})

test('a single object that is none or many is refused and rolled back', async () => {
  const many = await service().from('scores').update({ points: 0 }).gte('course_id', 0).select().single()
  expect(many.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 3 rows' })
  expect(await points()).toEqual([1, 2, 3])
  expect((await service().from('scores').update({ points: 0 }).eq('course_id', 99).select().single()).status).toBe(406)
})

test('max-affected refuses and rolls back', async () => {
  const { error, status } = await maxAffected(service().from('scores').update({ points: 0 }).gte('course_id', 0), 2)
  expect(status).toBe(400)
  expect(error).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' })
  expect(await points()).toEqual([1, 2, 3])
  expect((await maxAffected(service().from('scores').update({ points: 0 }).eq('course_id', 1), 1)).error).toBeNull()
})

test('embeds what belongs to the changed rows', async () => {
  const { data } = await service()
    .from('courses')
    .update({ minutes: 61 })
    .eq('id', 1)
    .select('minutes, categories(name), lessons(id)')
    .limit(1, { referencedTable: 'lessons' })
  expect(data).toEqual([{ minutes: 61, categories: { name: 'Money' }, lessons: [{ id: 1 }] }])
})

test('an unknown column is refused', async () => {
  expect((await service().from('scores').update({ nope: 1 }).eq('course_id', 1)).error?.code).toBe('PGRST204')
  expect((await service().from('scores').update({ points: 1 }).eq('nope', 1)).error?.code).toBe('42703')
})

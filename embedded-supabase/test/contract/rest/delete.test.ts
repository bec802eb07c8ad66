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
    .insert([1, 2, 3].map((course_id) => ({ course_id, person: 'a' })))
})

const left = async () =>
  (await service().from('scores').select('course_id').order('course_id')).data?.map((row) => row.course_id)

test('removes what the filters choose: 204, with a count on request', async () => {
  const { data, status, count } = await service().from('scores').delete({ count: 'exact' }).in('course_id', [1, 3])
  expect({ data, status, count }).toEqual({ data: null, status: 204, count: 2 })
  expect(await left()).toEqual([2])
})

test('answers with the removed rows', async () => {
  const { data, status } = await service().from('scores').delete().eq('course_id', 2).select('course_id')
  expect({ data, status }).toEqual({ data: [{ course_id: 2 }], status: 200 })
})

test('a single object that is many is refused and nothing is removed', async () => {
  expect((await service().from('scores').delete().gte('course_id', 0).select().single()).status).toBe(406)
  expect(await left()).toEqual([1, 2, 3])
})

test('max-affected refuses and nothing is removed', async () => {
  expect((await maxAffected(service().from('scores').delete().gte('course_id', 0), 2)).error?.code).toBe('PGRST124')
  expect(await left()).toEqual([1, 2, 3])
})

test('what others still point at stays', async () => {
  const { error, status } = await service().from('categories').delete().eq('id', 1)
  expect({ code: error?.code, status }).toEqual({ code: '23503', status: 409 })
})

test('without filters nothing is removed, whoever asks', async () => {
  for (const token of [server.supabase.anonKey, server.supabase.serviceRoleKey]) {
    const answer = await server.rest('/scores?select=points', { method: 'DELETE', token })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: '21000', message: 'DELETE requires a WHERE clause' },
    ])
  }
  expect(await left()).not.toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const service = () => server.client(server.supabase.serviceRoleKey)
const put = async (path: string, row: unknown, prefer = '', token = server.supabase.serviceRoleKey) => {
  const headers = { 'content-type': 'application/json', prefer }
  const answer = await server.rest(path, { method: 'PUT', headers, body: JSON.stringify(row), token })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}
const scores = async () => (await service().from('scores').select().order('person')).data

beforeEach(async () => {
  await service().from('scores').delete().gte('course_id', 0)
  await service().from('scores').insert({ course_id: 1, person: 'a', points: 1, comment: 'old' })
})

describe('PUT writes the one row that its primary key names', () => {
  test('201 with what is new, 200 with what was there, 204 without a wish to see it', async () => {
    const row = { course_id: 1, person: 'b', points: 2, comment: null }
    const address = '/scores?course_id=eq.1&person=eq.b'
    const seen = 'return=representation'
    expect(await put(address, row, seen)).toMatchObject({ status: 201, body: [row] })
    expect(await put(address, [{ ...row, points: 3 }], seen)).toMatchObject({ status: 200, body: [{ points: 3 }] })
    const bare = await put(address, { ...row, points: 4 })
    expect([bare.status, bare.body, bare.headers.get('content-range')]).toEqual([204, undefined, null])
    expect(await scores()).toMatchObject([{ person: 'a' }, { person: 'b', points: 4 }])
  })

  test.each([
    ['/scores?course_id=eq.1', 405, 'PGRST105'],
    ['/scores?course_id=eq.1&person=eq.a&points=eq.1', 405, 'PGRST105'],
    ['/scores?course_id=eq.1&person=not.eq.a', 405, 'PGRST105'],
    ['/scores?course_id=eq.1&person=in.(a)', 405, 'PGRST105'],
    ['/scores?course_id=eq.1&person=eq(any).{a}', 405, 'PGRST105'],
    ['/scores?and=(course_id.eq.1,person.eq.a)', 405, 'PGRST105'],
    ['/no_key?value=eq.x', 405, 'PGRST105'],
    ['/scores', 405, 'PGRST105'],
    ['/scores?course_id=eq.1&person=eq.a&limit=1', 400, 'PGRST114'],
    ['/scores?course_id=eq.1&person=eq.a&offset=1', 400, 'PGRST114'],
    ['/scores?course_id=eq.1&person=eq.b', 400, 'PGRST115'],
    ['/scores?course_id=eq.2&person=eq.a', 400, 'PGRST115'],
  ])('refuses %s', async (path, status, code) => {
    const row = path.startsWith('/no_key') ? { value: 'x' } : { course_id: 1, person: 'a', points: 9 }
    expect(await put(path, row)).toMatchObject({ status, body: { code } })
    expect(await scores()).toMatchObject([{ person: 'a', points: 1 }])
  })

  test('refuses several rows, even where one is named', async () => {
    const rows = ['a', 'a'].map((person) => ({ course_id: 1, person, points: 9 }))
    const address = '/scores?course_id=eq.1&person=eq.a'
    expect((await put(address, rows)).status).toBeGreaterThanOrEqual(400)
    expect(await put(address, [])).toMatchObject({ status: 400, body: { code: 'PGRST115' } })
    expect(await put(address, { points: 9 })).toMatchObject({ status: 400, body: { code: 'PGRST115' } })
    expect(await put('/rpc/hello', {})).toMatchObject({ status: 405, body: { code: 'PGRST101' } })
    expect(await scores()).toMatchObject([{ points: 1 }])
  })

  test('policies decide as for any other write', async () => {
    const owner = crypto.randomUUID()
    const [token, other] = await Promise.all(
      [owner, crypto.randomUUID()].map((sub) => server.sign({ sub, role: 'authenticated', aud: 'authenticated' })),
    )
    const note = { id: 700, owner, body: 'mine' }
    expect((await put('/notes?id=eq.700', note, '', token)).status).toBe(204)
    for (const stranger of [other, server.supabase.anonKey])
      expect((await put('/notes?id=eq.700', { ...note, body: 'theirs' }, '', stranger)).status).toBeGreaterThan(400)
    expect((await put('/secret_notes?id=eq.1', { id: 1, body: 'x' }, '', token)).status).toBe(403)
    expect((await service().from('notes').select('body').eq('id', 700)).data).toEqual([{ body: 'mine' }])
  })
})

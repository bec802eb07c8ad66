import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxAffected } from './support/max-affected.ts'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const rpc = (...args: Parameters<SupabaseClient['rpc']>) => server.client().rpc(...args)

describe('results', () => {
  test('a scalar is a bare value', async () => {
    expect((await rpc('add', { a: 2, b: 3 })).data).toBe(5)
    expect((await rpc('hello')).data).toBe('hello')
    expect((await rpc('as_json')).data).toEqual({ valid: true, user_id: null })
  })

  test('a default argument may be left out', async () => {
    expect((await rpc('add', { a: 2 })).data).toBe(3)
  })

  test('a set of scalars is an array of values', async () => {
    expect((await rpc('numbers', { upto: 3 })).data).toEqual([1, 2, 3])
  })

  test('a row is an object, out parameters too', async () => {
    expect((await rpc('one_course', { course_id: 1 }).select('id, title')).data).toEqual({ id: 1, title: 'Budget' })
    expect((await rpc('both')).data).toEqual({ a: 1, b: 'x' })
  })

  test('a table is an array of objects', async () => {
    expect((await rpc('summary', { minimum: 1 })).data).toEqual([
      { title: 'Budget', lessons: 3 },
      { title: 'Pension', lessons: 1 },
    ])
  })

  test('nothing is 204', async () => {
    const { data, status } = await rpc('nothing')
    expect({ data, status }).toEqual({ data: null, status: 204 })
  })
})

describe('reading from the result', () => {
  test('filters, order, range and embedding apply', async () => {
    const { data } = await rpc('all_courses')
      .select('id, category:categories(name), lessons(id)')
      .gt('id', 1)
      .order('id', { ascending: false })
      .range(1, 2)
    expect(data).toEqual([
      { id: 3, category: { name: 'Debt' }, lessons: [] },
      { id: 2, category: { name: 'Saving' }, lessons: [{ id: 4 }] },
    ])
  })

  test('columns of a returned table can be chosen', async () => {
    expect((await rpc('summary', { minimum: 0 }).select('title').eq('lessons', 1)).data).toEqual([{ title: 'Pension' }])
  })

  test('counts all rows', async () => {
    const { data, count } = await rpc('all_courses', {}, { count: 'exact' }).select('id').limit(1)
    expect(data).toHaveLength(1)
    expect(count).toBe(4)
  })

  test('single and maybeSingle choose one row', async () => {
    expect((await rpc('all_courses').select('id').eq('id', 2).single()).data).toEqual({ id: 2 })
    expect((await rpc('all_courses').select('id').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await rpc('all_courses').select('id').single()).error?.code).toBe('PGRST116')
  })
})

describe('by GET', () => {
  test('arguments come from the query string, filters beside them', async () => {
    expect((await rpc('add', { a: 2, b: 3 }, { get: true })).data).toBe(5)
    const { data } = await rpc('summary', { minimum: 0 }, { get: true }).eq('lessons', 3)
    expect(data).toEqual([{ title: 'Budget', lessons: 3 }])
  })

  test('a HEAD gives the count only', async () => {
    const { data, count } = await rpc('all_courses', {}, { head: true, count: 'exact' })
    expect({ data, count }).toEqual({ data: null, count: 4 })
  })

  test('a function that writes is refused', async () => {
    const { error, status } = await rpc('write_note', { text_: 'x' }, { get: true })
    expect({ code: error?.code, status }).toEqual({ code: '25006', status: 405 })
  })
})

describe('choosing the function', () => {
  test('a variadic parameter takes an array', async () => {
    expect((await rpc('joined', { words: ['a', 'b'] })).data).toBe('a+b')
  })

  test('a single unnamed json parameter takes the whole body', async () => {
    const response = await server.rest('/rpc/echo', {
      method: 'POST',
      body: '{"any":[1]}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.json()).toEqual({ any: [1] })
  })

  test('a single unnamed parameter fits the empty name, and takes the whole body', async () => {
    expect((await rpc('unnamed_text', { '': 'x' })).data).toBe('{"":"x"}')
    expect((await rpc('unnamed_text', { other: 'x' })).error?.code).toBe('PGRST202')
  })

  test('a row can be an argument', async () => {
    const { data } = await rpc('lessons_of', { course: { id: 2 } }).select('title')
    expect(data).toEqual([{ title: 'Funds' }])
  })

  test('an unnamed parameter that cannot take the whole body hides the function', async () => {
    expect((await rpc('unnamed_number', { '': 1 })).error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.unnamed_number() in the schema cache',
    })
  })

  test('an unknown function is PGRST202', async () => {
    const { error, status } = await rpc('addd', { a: 1 })
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.addd(a) in the schema cache',
      details:
        'Searched for the function public.addd with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    })
  })

  test('a near likeness names a function that may be called, a faint one does not', async () => {
    const hintFor = async (name: string) => (await rpc(name, {})).error?.hint
    expect(await hintFor('sumary')).toBe('Perhaps you meant to call the function public.summary')
    expect(await hintFor('summaries')).toBeNull()
    expect(await hintFor('x'.repeat(60))).toBeNull()
  })

  test('wrong argument names are PGRST202', async () => {
    expect((await rpc('add', { a: 1, c: 1 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.add(a, b)',
    })
    expect((await rpc('add', {})).error?.message).toBe(
      'Could not find the function public.add without parameters in the schema cache',
    )
  })

  test('two that fit are PGRST203', async () => {
    const { error, status } = await rpc('same', { value: 1 })
    expect(status).toBe(300)
    expect(error?.message).toBe(
      'Could not choose the best candidate function between: public.same(value => integer), public.same(value => text)',
    )
  })

  test('other methods are PGRST101', async () => {
    const response = await server.rest('/rpc/hello', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ code: 'PGRST101', message: 'Cannot use the DELETE method on RPC' })
  })

  test('one without the right to execute is refused, not hidden', async () => {
    const { error, status } = await rpc('secret_function')
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 })
  })
})

test('functions see the request, and their headers and status are answered', async () => {
  const response = await server.rest('/rpc/request_facts?x=', {
    headers: { 'x-client-test': 'me', cookie: 'flavour=oat', prefer: 'timezone=Asia/Jerusalem' },
  })
  expect(response.status).toBe(404)
  const facts = await (
    await server.rest('/rpc/request_facts', {
      headers: { 'x-client-test': 'me', cookie: 'flavour=oat', prefer: 'timezone=Asia/Jerusalem' },
    })
  ).json()
  expect(facts).toMatchObject({
    method: 'GET',
    path: '/rpc/request_facts',
    agent: 'me',
    role: 'anon',
    cookie: 'oat',
    sub: null,
    timeout: '3s',
    zone: 'Asia/Jerusalem',
    path_setting: '"public", "extensions"',
  })
  const marked = await server.rest('/rpc/with_headers', { method: 'POST' })
  expect([marked.status, marked.headers.get('x-mark'), marked.headers.get('cache-control')]).toEqual([
    202,
    'yes',
    'no-store',
  ])
  const bad = await server.rest('/rpc/bad_headers', { method: 'POST' })
  expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([500, 'PGRST111'])
})

test('functions see the address that the server saw, whatever the caller says of it', async () => {
  const claims = [
    'forwarded',
    'x-real-ip',
    'cf-connecting-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
  ]
  const headers = Object.fromEntries(claims.map((name) => [name, '6.6.6.6']))
  const facts = (await (await server.rest('/rpc/request_facts', { headers })).json()) as { headers: object }
  expect(facts.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
  expect(JSON.stringify(facts.headers)).not.toContain('6.6.6.6')
})

test('max-affected applies to functions that give sets', async () => {
  await server
    .client(server.supabase.serviceRoleKey)
    .from('scores')
    .insert([
      { course_id: 1, person: 'a' },
      { course_id: 2, person: 'a' },
    ])
  const service = server.client(server.supabase.serviceRoleKey)
  const refused = await maxAffected(service.rpc('delete_scores'), 1)
  expect(refused.error?.code).toBe('PGRST124')
  expect((await service.from('scores').select()).data).toHaveLength(2)
  expect((await maxAffected(service.rpc('hello'), 1)).error?.code).toBe('PGRST128')
  expect((await maxAffected(service.rpc('delete_scores'), 2)).data).toHaveLength(2)
})

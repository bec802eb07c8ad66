import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const courses = (columns = 'id') => server.client().from('courses').select(columns).order('id')
const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
  const { data, error } = await query
  return error ?? (data as { id: number }[]).map(({ id }) => id)
}

describe('comparison', () => {
  test('eq, neq, gt, gte, lt, lte', async () => {
    expect(await ids(courses().eq('title', 'Budget'))).toEqual([1])
    expect(await ids(courses().neq('id', 1))).toEqual([2, 3, 4])
    expect(await ids(courses().gt('minutes', 60))).toEqual([2])
    expect(await ids(courses().gte('minutes', 60))).toEqual([1, 2])
    expect(await ids(courses().lt('created_at', '2024-01-02T05:04:05+02:00'))).toEqual([])
    expect(await ids(courses().lte('created_at', '2024-01-02T05:04:05+02:00'))).toEqual([1, 2, 3, 4])
  })

  test('an enum is compared by its labels', async () => {
    expect(await ids(courses().eq('level', 'advanced'))).toEqual([2])
    expect(await ids(courses().eq('level', 'expert'))).toMatchObject({ code: '22P02' })
  })

  test('is and isdistinct know null', async () => {
    expect(await ids(courses().is('category_id', null))).toEqual([4])
    expect(await ids(courses().not('category_id', 'is', null))).toEqual([1, 2, 3])
    expect(await ids(courses().is('published', true))).toEqual([1, 2, 3, 4])
    expect(await ids(courses().filter('published', 'is', 'unknown'))).toEqual([])
    expect(await ids(courses().filter('level', 'is', 'not_null'))).toEqual([1, 2, 3])
    expect(await ids(courses().isDistinct('category_id', 1))).toEqual([2, 3, 4])
  })

  test('values with reserved characters are taken as they are', async () => {
    expect(await ids(courses().eq('title', 'Loans, and more'))).toEqual([3])
    expect(await ids(courses().in('title', ['Loans, and more', 'Budget']))).toEqual([1, 3])
    expect(await ids(courses().eq('title', `x'"\\;--`))).toEqual([])
  })
})

describe('lists', () => {
  test('in and not in', async () => {
    expect(await ids(courses().in('id', [1, 3, 99]))).toEqual([1, 3])
    expect(await ids(courses().in('id', []))).toEqual([])
    expect(await ids(courses().notIn('id', [1, 3]))).toEqual([2, 4])
    expect(await ids(courses().in('level', ['advanced']))).toEqual([2])
  })

  test('any and all of several patterns', async () => {
    expect(await ids(courses().likeAnyOf('title', ['B%', '%ion']))).toEqual([1, 2])
    expect(await ids(courses().likeAllOf('title', ['%o%', 'L%']))).toEqual([3])
    expect(await ids(courses().ilikeAnyOf('title', ['BUDGET']))).toEqual([1])
    expect(await ids(courses().ilikeAllOf('title', ['%E%', '%N%']))).toEqual([2, 3, 4])
    expect(await ids(courses().filter('id', 'eq(any)', '{1,2}'))).toEqual([1, 2])
  })
})

describe('patterns', () => {
  test('like and ilike, with * for %', async () => {
    expect(await ids(courses().like('title', '%ens%'))).toEqual([2])
    expect(await ids(courses().filter('title', 'like', '*ens*'))).toEqual([2])
    expect(await ids(courses().ilike('title', 'budg%'))).toEqual([1])
  })

  test('regular expressions', async () => {
    expect(await ids(courses().regexMatch('title', '^B.*t$'))).toEqual([1])
    expect(await ids(courses().regexIMatch('title', '^b'))).toEqual([1])
    expect(await ids(courses().regexMatch('title', '('))).toMatchObject({ code: '2201B' })
  })

  test('text search in tsvector and plain text', async () => {
    expect(await ids(courses().textSearch('words', 'fat & cat', { config: 'english' }))).toEqual([2])
    expect(await ids(courses().textSearch('words', 'plan budget', { type: 'plain', config: 'english' }))).toEqual([1])
    expect(await ids(courses().textSearch('words', 'fat cats', { type: 'phrase', config: 'english' }))).toEqual([2])
    expect(await ids(courses().textSearch('words', 'cats or plans', { type: 'websearch', config: 'english' }))).toEqual(
      [1, 2],
    )
    expect(await ids(courses().textSearch('title', 'pensions', { config: 'english' }))).toEqual([2])
    expect(await ids(courses().textSearch('words', 'x', { config: 'nowhere' }))).toMatchObject({ code: '42704' })
  })
})

describe('arrays, ranges and JSON', () => {
  test('contains, contained by and overlaps', async () => {
    expect(await ids(courses().contains('tags', ['home']))).toEqual([1, 4])
    expect(await ids(courses().containedBy('tags', ['home', 'age']))).toEqual([2, 3, 4])
    expect(await ids(courses().overlaps('tags', ['age', 'plan']))).toEqual([1, 2])
    expect(await ids(courses().contains('settings', { free: true }))).toEqual([1])
    expect(await ids(courses().contains('open_between', '[5,6)'))).toEqual([1, 4])
  })

  test('the places of ranges', async () => {
    expect(await ids(courses().rangeGt('open_between', '[1,11)'))).toEqual([2])
    expect(await ids(courses().rangeGte('open_between', '[5,6)'))).toEqual([2, 4])
    expect(await ids(courses().rangeLt('open_between', '[15,16)'))).toEqual([1, 4])
    expect(await ids(courses().rangeLte('open_between', '[1,10)'))).toEqual([1, 4])
    expect(await ids(courses().rangeAdjacent('open_between', '[10,20)'))).toEqual([1, 2])
    expect(await ids(courses().overlaps('open_between', '[9,21)'))).toEqual([1, 2])
  })
})

test('match means all of them', async () => {
  expect(await ids(courses().match({ level: 'beginner', category_id: 3 }))).toEqual([3])
})

test('a value of the wrong type is refused', async () => {
  expect(await ids(courses().eq('id', 'one'))).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type integer: "one"',
  })
})

test('a filter without an operator is PGRST100', async () => {
  const response = await server.rest('/courses?id=noop.1')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'PGRST100',
    message: '"failed to parse filter (noop.1)" (line 1, column 1)',
    details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
    hint: null,
  })
})

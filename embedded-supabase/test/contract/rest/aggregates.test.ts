import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ config: '[api]\naggregates_enabled = true\n' })
})
afterAll(() => server.close())

const from = (table: string) => server.client().from(table)

test('they are off by default', async () => {
  const plain = await startRestServer()
  try {
    const { error, status } = await plain.client().from('courses').select('minutes.sum()')
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
    expect((await plain.client().from('courses').select('count()')).error?.code).toBe('PGRST123')
    expect((await plain.client().from('courses').select('id, count')).error?.code).toBe('42703')
  } finally {
    await plain.close()
  }
})

test('rows are counted by a name alone, also while they are off', async () => {
  const plain = await startRestServer()
  try {
    const courses = () => plain.client().from('courses')
    expect((await courses().select('id, lessons(count)').lt('id', 3).order('id')).data).toEqual([
      { id: 1, lessons: [{ count: 3 }] },
      { id: 2, lessons: [{ count: 1 }] },
    ])
    expect((await courses().select('parts:lessons(total:count::text)').eq('id', 3)).data).toEqual([
      { parts: [{ total: '0' }] },
    ])
    expect((await courses().select('count')).data).toEqual([{ count: 4 }])
    expect((await courses().select('lessons(sum)')).error?.message).toBe('column lessons_1.sum does not exist')
  } finally {
    await plain.close()
  }
})

test('the database can turn them on', async () => {
  const configured = await startRestServer({
    sql: `alter role authenticator set pgrst.db_aggregates_enabled = 'true'`,
  })
  try {
    expect((await configured.client().from('tags').select('count()')).data).toEqual([{ count: 3 }])
  } finally {
    await configured.close()
  }
})

describe('when they are on', () => {
  test('over all rows', async () => {
    const { data } = await from('courses').select(
      'count(), minutes.sum(), low:minutes.min(), high:minutes.max(), minutes.avg()::int',
    )
    expect(data).toEqual([{ count: 4, sum: 180.25, low: 30, high: 90.25, avg: 60 }])
  })

  test('by groups of the other columns', async () => {
    const { data, count } = await from('courses')
      .select('level, count(), rows:id.count()::text', { count: 'exact' })
      .order('level')
    expect(data).toEqual([
      { level: 'beginner', count: 2, rows: '2' },
      { level: 'advanced', count: 1, rows: '1' },
      { level: null, count: 1, rows: '1' },
    ])
    expect(count).toBe(3)
  })

  test('by members of JSON', async () => {
    const { data } = await from('courses')
      .select('settings->>free, count()')
      .not('settings->free', 'is', null)
      .order('settings->>free')
    expect(data).toEqual([
      { free: 'false', count: 1 },
      { free: 'true', count: 1 },
    ])
  })

  test('by an embedded resource', async () => {
    const embedded = await from('courses').select('count(), categories!inner(name)').eq('categories.name', 'Debt')
    expect(embedded.data).toEqual([{ count: 1, categories: { name: 'Debt' } }])
  })

  test('inside of a resource', async () => {
    const { data } = await from('courses').select('id, lessons(count())').in('id', [1, 3]).order('id')
    expect(data).toEqual([
      { id: 1, lessons: [{ count: 3 }] },
      { id: 3, lessons: [{ count: 0 }] },
    ])
  })

  test('of a spread to-one resource its parent computes them', async () => {
    const { data } = await from('lessons')
      .select('...courses(category_id, minutes.max())')
      .order('courses(category_id)')
    expect(data).toEqual([
      { category_id: 1, max: 60 },
      { category_id: 2, max: 90.25 },
    ])
  })
})

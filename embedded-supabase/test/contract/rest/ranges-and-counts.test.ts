import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const tags = (count?: 'exact' | 'planned' | 'estimated') =>
  server
    .client()
    .from('tags')
    .select('id', count ? { count } : {})
    .order('id')

describe('limit and offset', () => {
  test('cut the answer', async () => {
    expect((await tags().limit(1)).data).toEqual([{ id: 1 }])
    expect((await tags().range(1, 2)).data).toEqual([{ id: 2 }, { id: 3 }])
    expect((await tags().limit(0)).data).toEqual([])
  })

  test('what is no number is ignored, a negative one refused', async () => {
    expect(await (await server.rest('/tags?select=id&limit=some')).json()).toHaveLength(3)
    const response = await server.rest('/tags?limit=-1')
    expect(response.status).toBe(416)
    expect(await response.json()).toMatchObject({
      code: 'PGRST103',
      details: 'Limit should be greater than or equal to zero.',
    })
  })
})

describe('the Range header', () => {
  const ranged = (range: string, prefer = '') => server.rest('/tags?select=id&order=id', { headers: { range, prefer } })

  test('cuts the answer too', async () => {
    const response = await ranged('1-1')
    expect(await response.json()).toEqual([{ id: 2 }])
    expect(response.headers.get('content-range')).toBe('1-1/*')
    expect(await (await ranged('1-')).json()).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('is refused upside down', async () => {
    expect((await ranged('2-1')).status).toBe(416)
  })

  test('is ignored when it is none', async () => {
    expect(await (await ranged('bytes=x')).json()).toHaveLength(3)
  })
})

describe('counts', () => {
  test('exact: 206 for a part, 200 for all', async () => {
    const { count, status } = await tags('exact').limit(2)
    expect({ count, status }).toEqual({ count: 3, status: 206 })
    const response = await server.rest('/tags?select=id', { headers: { prefer: 'count=exact' } })
    expect([
      response.status,
      response.headers.get('content-range'),
      response.headers.get('preference-applied'),
    ]).toEqual([200, '0-2/3', 'count=exact'])
  })

  test('count what the filters leave, without the range', async () => {
    const { count } = await server
      .client()
      .from('courses')
      .select('id, categories!inner(id)', { count: 'exact' })
      .eq('categories.id', 1)
      .limit(1)
    expect(count).toBe(1)
    const empty = await server.client().from('tags').select('id', { count: 'exact' }).eq('id', 99)
    expect({ count: empty.count, status: empty.status }).toEqual({ count: 0, status: 200 })
  })

  test('planned and estimated give numbers', async () => {
    expect((await tags('planned')).count).toBeGreaterThan(0)
    expect((await tags('estimated')).count).toBe(3)
  })

  test('no count tells of rows that row level security hides, through views and embedding neither', async () => {
    const hidden = await startRestServer({
      sql: `insert into public.notes (owner, body) select gen_random_uuid(), 'x' from generate_series(1, 500);
        create policy notes_long on public.notes for select to anon using (length(body) > 5);
        create view public.notes_view with (security_invoker) as select * from public.notes;
        create view public.notes_view_view with (security_invoker) as select * from public.notes_view;
        create table public.marks (id int primary key, note_id int references public.notes);
        insert into public.marks select i, i from generate_series(1, 400) i;
        analyze public.notes, public.marks;`,
    })
    try {
      for (const count of ['planned', 'estimated', 'exact'] as const) {
        for (const name of ['notes', 'notes_view', 'notes_view_view']) {
          expect((await hidden.client().from(name).select('id', { count })).count).toBe(0)
        }
        const marked = await hidden.client().from('marks').select('id,notes!inner(id)', { count })
        expect([marked.error, marked.count]).toEqual([null, 0])
      }
      const service = hidden.client(hidden.supabase.serviceRoleKey)
      expect((await service.from('notes').select('id', { count: 'planned' })).count).toBeGreaterThan(100)
    } finally {
      await hidden.close()
    }
  })

  test('a page behind the last row is 416', async () => {
    const { error, status } = await tags('exact').range(10, 20)
    expect(status).toBe(416)
    expect(error).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 10 was requested, but there are only 3 rows.',
    })
  })
})

test('no answer has more rows than max_rows, embedded ones included', async () => {
  const small = await startRestServer({ config: '[api]\nmax_rows = 2\n' })
  try {
    const tagged = await small.client().from('tags').select('id', { count: 'exact' }).limit(100)
    expect([tagged.data?.length, tagged.count, tagged.status]).toEqual([2, 3, 206])
    expect((await small.client().from('tags').select('id', { count: 'estimated' })).count).toBeGreaterThanOrEqual(3)
    const { data } = await small.client().from('courses').select('lessons(id)').eq('id', 1)
    expect(data?.[0]?.lessons).toHaveLength(2)
    expect((await small.client().rpc('numbers', { upto: 10 })).data).toEqual([1, 2])
  } finally {
    await small.close()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** Views as anybody with the right to make them may leave them behind; none may cost another its relationships. */
const DEPTH = 400
const chain = Array.from(
  { length: DEPTH },
  (_, i) =>
    `create view shelf.deep_${i + 1} as select id, category_id from ${i === 0 ? 'public.courses' : `shelf.deep_${i}`};`,
)
const ODD = `
create schema cellar;
create view public.own_tail as select id, category_id from public.courses;
create or replace view public.own_tail as select id, category_id from public.own_tail;
create view public.ring_a as select id, category_id from public.courses;
create view public.ring_b as select id, category_id from public.ring_a;
create or replace view public.ring_a as select id, category_id from public.ring_b;
create view cellar.loop as select id from public.courses;
create or replace view cellar.loop as select id from cellar.loop;
create view public."}{ :resno 1" as select id as ":resorigtbl 1 \\ :resorigcol 1", category_id from public.courses;
create view public.wide as select ${Array.from({ length: 700 }, (_, i) => `id as "c${i}", '${'x'.repeat(500)}' as t${i}`).join(', ')}, category_id from public.courses;
${chain.join('\n')}
grant select on all tables in schema public, shelf to anon;
`

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ sql: ODD })
})
afterAll(() => server.close())

test.each(['own_tail', 'ring_a', 'ring_b'])('%s, which reads itself, fails alone', async (view) => {
  const { error } = await server.client().from(view).select()
  expect(error).toMatchObject({ code: '42P17', message: expect.stringContaining('infinite recursion') })
})

test('it has no relationships', async () => {
  const { error } = await server.client().from('own_tail').select('id,categories(id)')
  expect(error?.code).toBe('PGRST200')
})

test('everything else keeps its own', async () => {
  const { data } = await server.client().from('courses').select('id,categories(name)').eq('id', 1)
  expect(data).toEqual([{ id: 1, categories: { name: 'Money' } }])
  const signed = await server.client().from('early_courses').select('number,authors(name)').eq('number', 1)
  expect(signed.data).toEqual([{ number: 1, authors: { name: 'Dana' } }])
})

test('odd names and a huge definition are views like others', async () => {
  const { data } = await server.client().from('}{ :resno 1').select('categories(name)').limit(1)
  expect(data).toHaveLength(1)
  const wide = await server.client().from('wide').select('c0,categories(name)').eq('c0', 1)
  expect(wide.data).toEqual([{ c0: 1, categories: { name: 'Money' } }])
})

test('a long chain of views leads to its table', async () => {
  const shelf = server.client().schema('shelf')
  const { error } = await shelf.from(`deep_${DEPTH}`).select('id').limit(0)
  expect(error).toBeNull()
})

test('a schema that cannot be read leaves the older one in use, says so, and is read again by itself', async () => {
  const alarms: unknown[] = []
  const own = await startRestServer({ log: ({ level, alarm }) => alarm && alarms.push([level, alarm]) })
  const { database } = own.supabase
  try {
    expect((await own.client().from('tags').select()).status).toBe(200)
    await database.asOwner(async (locked) => {
      await locked.query('lock table pg_catalog.pg_rewrite in access exclusive mode')
      await database.asOwner(async (tx) => {
        await tx.query('create table public.later (id int)')
        await tx.query("notify pgrst, 'reload schema'")
      })
      await expect.poll(() => alarms).toEqual([['error', 'schema cache']])
      expect((await own.client().from('tags').select()).status).toBe(200)
      expect(await own.supabase.isReady()).toBe(true)
    })
    await expect.poll(async () => (await own.client().from('later').select()).status).toBe(200)
  } finally {
    await own.close()
  }
})

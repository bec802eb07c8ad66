import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

const SIZES = `
create table public.shelves (id int primary key, label text not null);
create table public.books (id int primary key, shelf_id int not null references public.shelves, body text not null);
create index on public.books (shelf_id);
insert into public.shelves select i, 'shelf' from generate_series(1, 30) i;
insert into public.books select i, 1 + i % 30, repeat(md5(i::text), 30) from generate_series(1, 9000) i;
grant select on public.shelves, public.books to anon, authenticated, service_role;
create table public.calls (at timestamptz default now());
create function public.long_answer(bytes int) returns text language plpgsql as $$
begin insert into public.calls default values; return repeat('x', bytes); end $$;
create function public.many_books() returns setof public.books language plpgsql as $$
begin insert into public.calls default values; return query select b.* from public.books b, generate_series(1, 3); end $$;
`

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ sql: SIZES, config: '[api]\nmax_rows = 6000\n' })
})
afterAll(() => server.close())

const TOO_LARGE = { code: 'PT413', message: 'The answer is too large', hint: expect.stringContaining('fewer rows') }

/** Each asks for themselves, with time of their own for slow statements: a busy machine uses up the share of one. */
const someone = () => server.person(randomUUID())
const tokenOfSomeone = () => server.sign({ sub: randomUUID(), role: 'authenticated' })

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await server.rest(path, { headers, token: await tokenOfSomeone() })
  return { status: response.status, text: await response.text() }
}

test.each([
  ['rows', '/books', {}],
  ['CSV', '/books', { accept: 'text/csv' }],
  ['embedded rows', '/shelves?select=*,books(*)', {}],
  ['embedded rows that are lifted', '/shelves?select=*,...books(body)', {}],
  ['embedded rows of embedded rows', '/shelves?select=books(shelves(books(shelves(books(*)))))', {}],
  ['columns under many names', `/books?select=${Array.from({ length: 200 }, (_, i) => `a${i}:body`).join(',')}`, {}],
])('%s above the limit are refused', async (_, path, headers) => {
  const { status, text } = await read(path, headers)
  expect([status, JSON.parse(text)]).toMatchObject([413, TOO_LARGE])
})

test('an answer below the limit is whole', async () => {
  const { data } = await (await someone()).from('shelves').select('id,books(body)').lt('id', 15)
  expect(data?.flatMap(({ books }) => books)).toHaveLength(4200)
})

test('a count needs no answer, however much there is', async () => {
  const { count } = await (await someone()).from('shelves').select('id,books!inner(*)', { count: 'exact' }).limit(1)
  expect(count).toBe(30)
})

test('what a function did stands, though its answer is refused', async () => {
  const calls = async () =>
    (
      await server.supabase.database.asOwner((tx) =>
        tx.query<{ count: number }>('select count(*)::int as count from public.calls'),
      )
    ).rows[0]?.count
  expect((await (await someone()).rpc('long_answer', { bytes: 21_000_000 })).error).toMatchObject(TOO_LARGE)
  expect(await calls()).toBe(1)
  expect((await (await someone()).rpc('many_books')).error).toMatchObject(TOO_LARGE)
  expect(await calls()).toBe(2)
  const single = await server.rest('/rpc/long_answer', {
    method: 'POST',
    token: await tokenOfSomeone(),
    body: '{"bytes":21000000}',
    headers: { 'content-type': 'application/json', accept: 'application/vnd.pgrst.object+json' },
  })
  expect([single.status, await calls()]).toEqual([413, 3])
})

test('the service key reads what it wants', async () => {
  const { data } = await server.client(server.supabase.serviceRoleKey).from('books').select()
  expect(data).toHaveLength(6000)
})

test('a row that is wider than PostgreSQL can make it is refused as a mistake of the request', async () => {
  const { status, text } = await read(`/courses?select=${Array.from({ length: 150 }, () => '*').join(',')}`)
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: '54011' }])
})

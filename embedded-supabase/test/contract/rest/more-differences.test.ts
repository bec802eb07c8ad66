import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** Further places where this server once differed from PostgREST: what is spread, shown twice, parted or computed. */
let server: RestServer
beforeAll(async () => {
  server = await startRestServer({
    sql: `
      alter role authenticator set pgrst.db_aggregates_enabled = 'true';
      create table public.houses (id int primary key, name text);
      create table public.rooms (id int primary key, house_id int references public.houses, kind text);
      create table public.rents (room_id int primary key references public.rooms, amount int);
      create table public.guests (name text, room_id int references public.rooms, primary key (name, room_id));
      insert into public.houses values (1, 'Oak'), (2, 'Elm');
      insert into public.rooms values (1, 1, 'small'), (2, 1, 'large'), (3, 2, 'small'), (4, 2, 'small');
      insert into public.rents values (1, 100), (2, 250), (3, 70);
      insert into public.guests values ('Ada', 1), ('Ada', 2), ('Ben', 1), ('Ben', 3), ('Cid', 4);

      create table public.visits (id int, year int, note text, primary key (id, year)) partition by list (year);
      create table public.visits_2024 partition of public.visits for values in (2024);
      insert into public.visits values (1, 2024, 'first');

      create view public.room_twice as select id, house_id as home, house_id as building from public.rooms;
      create view public.offers as select r.room_id, r.amount, h.id as house_id from public.rents r, public.houses h;
      create rule offers_insert as on insert to public.offers do instead
        insert into public.rents values (new.room_id, new.amount) returning room_id, amount, null::int;

      create domain public.starting_at_seven as int default 7;
      create table public.tallies (name text primary key, points public.starting_at_seven);

      create function public.width(public.houses) returns int language sql immutable as 'select 1';
      create function public.width(public.rooms) returns int language sql immutable as 'select 2';
      create function public.all_rooms() returns setof public.rooms language sql stable as 'select * from public.rooms';
      create function public.joined(separator text, variadic words text[]) returns text language sql immutable
        as 'select array_to_string(words, separator)';
      create function public.any_row(above int default 0) returns record language sql stable
        as 'select id, kind from public.rooms where id > above order by id limit 1';
      create function public.fail_oddly() returns void language plpgsql as $$ begin raise sqlstate 'PT4XX'; end $$;`,
  })
})
afterAll(() => server.close())

const json = async (path: string) => (await server.rest(path)).json()
const write = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.rest(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('aggregates of what is spread in something spread', () => {
  test('are made of all rows of a group, however deep they come from', async () => {
    expect(await json('/guests?select=...rooms(house_id,...rents(amount.sum()))&order=rooms(house_id)')).toEqual([
      { house_id: 1, sum: 450 },
      { house_id: 2, sum: 70 },
    ])
    expect(
      await json('/guests?select=name,...rooms(kind,...rents(total:amount.sum()))&order=name,rooms(kind)'),
    ).toEqual([
      { name: 'Ada', kind: 'large', total: 250 },
      { name: 'Ada', kind: 'small', total: 100 },
      { name: 'Ben', kind: 'small', total: 170 },
      { name: 'Cid', kind: 'small', total: null },
    ])
  })
  test('are grouped by what is embedded on the way', async () => {
    expect(await json('/guests?select=...rooms(houses(name),...rents(amount.max()))')).toEqual(
      expect.arrayContaining([
        { houses: { name: 'Oak' }, max: 250 },
        { houses: { name: 'Elm' }, max: 70 },
      ]),
    )
  })
  test('count the rows that are there', async () => {
    expect(await json('/guests?select=name,...rooms(n:count(),...rents(paid:count()))&order=name')).toEqual([
      { name: 'Ada', n: 2, paid: 2 },
      { name: 'Ben', n: 2, paid: 2 },
      { name: 'Cid', n: 1, paid: 0 },
    ])
  })
  test('can be sorted by the alias of a spread column', async () => {
    expect(await json('/guests?select=...rooms(house:house_id,count())&order=rooms(house).desc')).toEqual([
      { house: 2, count: 2 },
      { house: 1, count: 3 },
    ])
  })
})

describe('what shows nothing', () => {
  test('is left out, with all that only holds it', async () => {
    expect(await json('/guests?select=name,rooms(houses())&name=eq.Cid')).toEqual([{ name: 'Cid' }])
    expect(await json('/guests?select=name,rooms!inner(kind,houses())&name=eq.Cid')).toEqual([
      { name: 'Cid', rooms: { kind: 'small' } },
    ])
  })
})

describe('a partition', () => {
  test('is reached through its table alone', async () => {
    expect(await json('/visits?select=note')).toEqual([{ note: 'first' }])
    const response = await server.rest('/visits_2024')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'PGRST205' })
  })
})

describe('relationships', () => {
  test('one to one are found by the column of either side', async () => {
    expect(await json('/rents?select=amount,room_id(kind)&room_id=eq.2')).toEqual([
      { amount: 250, room_id: { kind: 'large' } },
    ])
    expect(await json('/rooms?select=kind,id(amount)&id=eq.2')).toEqual([{ kind: 'large', id: { amount: 250 } }])
  })
  test('of a view that shows a column twice go by each of its names', async () => {
    for (const name of ['home', 'building']) {
      expect(await json(`/room_twice?select=id,houses!${name}(name)&id=eq.1`)).toEqual([
        { id: 1, houses: { name: 'Oak' } },
      ])
    }
    expect((await server.rest('/room_twice?select=houses(name)')).status).toBe(300)
  })
  test('that are not there are told before columns that are not', async () => {
    expect(await json('/rooms?select=nothing,nowhere(id)')).toMatchObject({ code: 'PGRST200' })
  })
  test('of several tables give a view a key in the order of its columns', async () => {
    const offer = { room_id: 4, amount: 60 }
    const response = await write('POST', '/offers', offer, { prefer: 'return=headers-only' })
    expect(response.headers.get('location')).toBe('/offers?room_id=eq.4&house_id=is.null')
  })
})

describe('computed values', () => {
  test('of the rows of a function are those of their table, also when others have that name', async () => {
    expect(await json('/rpc/all_rooms?select=id,width&id=eq.1&width=eq.2')).toEqual([{ id: 1, width: 2 }])
    expect(await json('/houses?select=id,width&id=eq.1')).toEqual([{ id: 1, width: 1 }])
  })
  test('missing=default takes the default of a domain', async () => {
    const headers = { prefer: 'missing=default, return=representation' }
    const response = await write(
      'POST',
      '/tallies?columns=name,points',
      [{ name: 'a' }, { name: 'b', points: 3 }],
      headers,
    )
    expect(await response.json()).toEqual([
      { name: 'a', points: 7 },
      { name: 'b', points: 3 },
    ])
  })
})

describe('functions', () => {
  test('collect the repeated texts of a variadic parameter', async () => {
    expect(await json('/rpc/joined?separator=x&separator=-&words=a&words=b,c')).toBe('a-b,c')
    const form = new URLSearchParams([
      ['separator', '-'],
      ['words', 'a "quoted"'],
      ['words', 'b\\c'],
    ])
    expect(await (await server.rest('/rpc/joined', { method: 'POST', body: form })).json()).toBe('a "quoted"-b\\c')
  })
  test('of a row without known columns answer with the row', async () => {
    expect(await (await write('POST', '/rpc/any_row', {})).json()).toEqual({ id: 1, kind: 'small' })
    expect(await (await write('POST', '/rpc/any_row', { above: 1 })).json()).toEqual({ id: 2, kind: 'large' })
  })
  test('that raise an odd PT code fail with 500', async () => {
    expect((await write('POST', '/rpc/fail_oddly', {})).status).toBe(500)
  })
})

describe('the query string', () => {
  test('a percent sign that begins no encoded byte means itself', async () => {
    const response = await server.rest('/houses?select=name&name=like(any).{%a%,%zz%}')
    expect(await response.json()).toEqual([{ name: 'Oak' }])
  })
  test('spaces may stand between and, or and their parenthesis', async () => {
    expect(await json('/houses?select=id&or=( and ( id.eq.1 ,name.eq.Oak), id.eq.2 )&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
  })
  test.each([
    ['/houses?or=()', 'column 4', 'negation operator (not) or logic operator (and, or)'],
    ['/houses?select=name->>--3', 'column 9', 'unexpected "-" expecting digit'],
    ['/houses?select=name->(a', 'column 7', 'expecting "-", digit or any non reserved character'],
    ['/houses?order=id.asc!', 'column 7', `unexpected '!' expecting "," or end of input`],
  ])('%s is told as PostgREST tells it', async (path, column, details) => {
    const error = (await json(path)) as { code: string; message: string; details: string }
    expect(error.code).toBe('PGRST100')
    expect(error.message).toContain(column)
    expect(error.details).toContain(details)
  })
})

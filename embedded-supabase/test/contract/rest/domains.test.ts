import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** Domains that bring their own form in JSON and in queries (PostgREST, "Domain Representations"). */
let server: RestServer
beforeAll(async () => {
  server = await startRestServer({
    sql: `
      alter role authenticator set pgrst.db_aggregates_enabled = 'true';
      create domain public.color as int check (value between 0 and 16777215);
      create function public.color_json(public.color) returns json language sql immutable
        as $$ select to_json('#' || lpad(upper(to_hex($1)), 6, '0')) $$;
      create function public.color_of(text) returns public.color language sql immutable
        as $$ select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::public.color $$;
      create function public.color_of(json) returns public.color language sql immutable
        as $$ select public.color_of($1 #>> '{}') $$;
      create cast (public.color as json) with function public.color_json(public.color) as implicit;
      create cast (text as public.color) with function public.color_of(text) as implicit;
      create cast (json as public.color) with function public.color_of(json) as implicit;

      create table public.paints (id int primary key, color public.color default 255, likes int default 0);
      create table public.walls (id int primary key, paint_id int references public.paints);
      insert into public.paints values (1, 0, 1), (2, 16711680, 2), (3, null, 3);
      insert into public.walls values (1, 2);
      create view public.bright as select id, color from public.paints where color > 255;
      create function public.all_paints() returns setof public.paints language sql stable as 'select * from public.paints';
      revoke all on public.walls from anon;

      create domain public.words as tsvector;
      create domain public.more_words as public.words;
      create domain public.prose as text;
      create table public.pages (id int primary key, body public.prose, words public.more_words);
      insert into public.pages values (1, 'fat cats', to_tsvector('english', 'fat cats')), (2, 'dogs', null);

      create function public.letters(a char(3), b bit(3), c char) returns text language sql immutable
        as $$ select a || '|' || b::text || '|' || c $$;
      create domain "text/html" as text;
      create function public.page() returns "text/html" language sql immutable as $$ select '<p>' $$;
      create function public.whole(json) returns json language sql immutable as 'select $1';
      create function public.whole_xml(xml) returns xml language sql immutable as 'select $1';`,
  })
})
afterAll(() => server.close())

const json = async (path: string) => (await server.rest(path)).json()
const write = async (method: string, path: string, body: unknown, prefer = 'return=representation') => {
  const headers = { 'content-type': 'application/json', prefer }
  const token = server.supabase.serviceRoleKey
  const answer = await server.rest(path, { method, headers, body: JSON.stringify(body), token })
  return { status: answer.status, body: await answer.json() }
}

describe('a domain with casts', () => {
  test('is shown by its cast to JSON, by name and by *', async () => {
    const shown = { id: 2, color: '#FF0000', likes: 2 }
    expect(await json('/paints?id=eq.2')).toEqual([shown])
    expect(await json('/paints?select=color,hue:color&id=lt.3&order=color.desc')).toEqual([
      { color: '#FF0000', hue: '#FF0000' },
      { color: '#000000', hue: '#000000' },
    ])
    expect(await json('/bright')).toEqual([{ id: 2, color: '#FF0000' }])
    expect(await json('/rpc/all_paints?id=eq.2')).toEqual([shown])
    const token = server.supabase.serviceRoleKey
    expect(await (await server.rest('/walls?select=paints(*)', { token })).json()).toEqual([{ paints: shown }])
    expect(await (await server.rest('/walls?select=...paints(color)', { token })).json()).toEqual([
      { color: '#FF0000' },
    ])
    expect((await server.rest('/walls?select=paints(*)')).status).toBe(401)
    expect(await json('/paints?select=color::int&id=eq.2')).toMatchObject({ code: '42846' })
  })

  test('is compared with what its cast makes of the text', async () => {
    for (const filter of [
      'eq.%23FF0000',
      'in.(%23FF0000,%2300FF00)',
      'not.is.null&color=gt.%23000001',
      'neq.%23000000',
    ]) {
      expect([filter, await json(`/paints?select=id&color=${filter}`)]).toEqual([filter, [{ id: 2 }]])
    }
    expect(await json('/paints?select=id&or=(color.eq.%23FF0000,id.eq.1)&order=id')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await json('/paints?select=id&color=is.null')).toEqual([{ id: 3 }])
  })

  test('is made by its cast of JSON, in every kind of write', async () => {
    expect(await write('POST', '/paints', { id: 10, color: '#0000FF' })).toMatchObject({
      status: 201,
      body: [{ id: 10, color: '#0000FF' }],
    })
    expect(
      (
        await write('POST', '/paints', [
          { id: 11, color: '#00FF00' },
          { id: 12, color: null },
        ])
      ).status,
    ).toBe(201)
    expect((await write('PATCH', '/paints?color=eq.%230000FF', { color: '#0000FE' })).body).toMatchObject([
      { id: 10, color: '#0000FE' },
    ])
    const merge = 'return=representation,resolution=merge-duplicates'
    expect((await write('POST', '/paints', [{ id: 10, color: '#0000FD' }], merge)).body[0].color).toBe('#0000FD')
    expect((await write('PUT', '/paints?id=eq.10', { id: 10, color: '#0000FC', likes: 5 })).body[0].color).toBe(
      '#0000FC',
    )
    expect((await write('DELETE', '/paints?color=in.(%230000FC)', undefined)).body).toMatchObject([{ id: 10 }])
    expect(await write('POST', '/paints', { id: 13, color: '#FFFFFFFF' })).toMatchObject({ status: 400 })
  })

  test('is counted as it is stored', async () => {
    expect(await json('/paints?select=color.count()&id=lt.4')).toEqual([{ count: 2 }])
  })
})

test('words are looked for in domains, however many lie over each other', async () => {
  expect(await json('/pages?select=id&words=fts(english).cat')).toEqual([{ id: 1 }])
  expect(await json('/pages?select=id&body=plfts(english).cats')).toEqual([{ id: 1 }])
})

describe('functions', () => {
  test('cut nothing off by GET that they would not by POST', async () => {
    expect(await json('/rpc/letters?a=abc&b=101&c=x')).toBe('abc|101|x')
    const body = { a: 'abc', b: '101', c: 'x' }
    expect((await write('POST', '/rpc/letters', body)).body).toBe('abc|101|x')
    const form = await server.rest('/rpc/letters', { method: 'POST', body: new URLSearchParams(body) })
    expect(await form.json()).toBe('abc|101|x')
  })

  test('take the whole of JSON alone for an unnamed parameter of JSON', async () => {
    const send = async (name: string, type: string, body: string) => {
      const answer = await server.rest(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': type }, body })
      return { status: answer.status, body: await answer.json() }
    }
    expect(await send('whole', 'application/json', '{"a":1}')).toEqual({ status: 200, body: { a: 1 } })
    expect(await send('whole', 'text/csv', 'a,b\n1,2')).toMatchObject({
      status: 404,
      body: {
        code: 'PGRST202',
        message: 'Could not find the function public.whole(a, b) in the schema cache',
        details:
          'Searched for the function public.whole with parameters a, b, but no matches were found in the schema cache.',
      },
    })
    expect((await send('whole_xml', 'text/xml', '<a/>')).body).toBe('<a/>')
    expect((await send('whole_xml', 'text/plain', '<a/>')).body.details).toContain('a single unnamed text parameter')
    expect((await send('whole', 'text/xml', '<a/>')).body.details).toContain('a single unnamed xml parameter')
  })
})

test('a domain that is named like a media type makes no answer of that type', async () => {
  expect(await json('/rpc/page')).toBe('<p>')
  for (const accept of ['text/html', 'application/geo+json']) {
    const answer = await server.rest('/rpc/page', { headers: { accept } })
    expect([answer.status, (await answer.json()).code]).toEqual([406, 'PGRST107'])
  }
})

test('aggregates of what is spread from many rows are not made', async () => {
  const answer = await server.rest('/courses?select=id,...lessons(position.max())')
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    },
  ])
})

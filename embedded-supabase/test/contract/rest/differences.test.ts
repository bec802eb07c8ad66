import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** Where this server once differed from PostgREST's own cases. */
let server: RestServer
beforeAll(async () => {
  server = await startRestServer({
    sql: `
      create schema hidden;
      create table hidden.roles (
        course_id int references public.courses, author_id int references public.authors, part text,
        primary key (course_id, author_id));
      insert into hidden.roles values (1, 1, 'teacher'), (1, 2, 'guest'), (2, 2, 'teacher');
      create view public.course_roles as select author_id, course_id as course, part from hidden.roles;
      create table public.ranks (id int primary key, rank int constraint ranks_above_fkey references public.ranks);
      insert into public.ranks values (1, null), (2, 1), (3, 1);
      create function public.pick(a int, b int default 0, c int default 0) returns int language sql as $$ select 3 $$;
      create function public.pick(a int, z text default '') returns int language sql as $$ select 2 $$;
      create function public.pick(a int, b int default 0) returns int language sql as $$ select 2 $$;`,
  })
})
afterAll(() => server.close())

const json = async (path: string) => (await server.rest(path)).json()

describe('an embedded resource with an alias', () => {
  const select = 'id,parts:lessons(id)'
  test('is filtered, sorted and limited by its own name, too', async () => {
    for (const name of ['parts', 'lessons']) {
      expect(
        await json(`/courses?select=${select}&id=eq.1&${name}.id=gt.1&${name}.order=id.desc&${name}.limit=1`),
      ).toEqual([{ id: 1, parts: [{ id: 3 }] }])
      expect(await json(`/courses?select=${select}&id=eq.1&${name}.or=(id.eq.1,id.eq.2)&${name}.offset=1`)).toEqual([
        { id: 1, parts: [{ id: 2 }] },
      ])
    }
    expect(await json(`/courses?select=${select}&id=eq.1&chapters.id=gt.1`)).toMatchObject({ code: 'PGRST108' })
  })
  test('of two of one table its own name means the one without an alias, else the first', async () => {
    const path = '/courses?select=a:lessons(id),b:lessons(id)&id=eq.1&lessons.id=eq.1&b.id=eq.2'
    expect(await json(path)).toEqual([{ a: [{ id: 1 }], b: [{ id: 2 }] }])
    const named = '/courses?select=a:lessons(id),lessons(id)&id=eq.1&lessons.id=eq.1&a.id=eq.2'
    expect(await json(named)).toEqual([{ a: [{ id: 2 }], lessons: [{ id: 1 }] }])
  })
  test('is no obstacle to the column that it is embedded by', async () => {
    expect(await json('/courses?select=id,category_id(name)&category_id=eq.2')).toEqual([
      { id: 2, category_id: { name: 'Saving' } },
    ])
  })
})

test('a table joins two others through a view of it, by the keys that the view passes through', async () => {
  expect(await json('/courses?select=id,authors!course_roles(name)&id=lt.3&order=id&authors.order=name')).toEqual([
    { id: 1, authors: [{ name: 'Avi' }, { name: 'Dana' }] },
    { id: 2, authors: [{ name: 'Avi' }] },
  ])
})

describe('a table that refers to itself', () => {
  test('gives the one by the column, the many by its name or the column as a hint', async () => {
    expect(await json('/ranks?select=id,rank(id)&id=eq.2')).toEqual([{ id: 2, rank: { id: 1 } }])
    for (const many of ['ranks', 'ranks!rank'])
      expect(await json(`/ranks?select=id,${many}(id)&id=eq.1`)).toEqual([{ id: 1, ranks: [{ id: 2 }, { id: 3 }] }])
  })
  test('gives nothing by the constraint, which means both', async () => {
    expect(await json('/ranks?select=id,ranks!ranks_above_fkey(id)')).toMatchObject({
      code: 'PGRST200',
      details:
        "Searched for a foreign key relationship between 'ranks' and 'ranks' using the hint 'ranks_above_fkey' in the schema 'public', but no matches were found.",
    })
  })
})

test('a page behind the last row tells how many there are', async () => {
  const answer = await server.rest('/courses?offset=100', { headers: { prefer: 'count=exact' } })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, '*/4'])
  const call = await server.rest('/rpc/numbers?upto=3&offset=9', { headers: { prefer: 'count=exact' } })
  expect([call.status, call.headers.get('content-range')]).toEqual([416, '*/3'])
})

test('an empty select means all columns', async () => {
  expect(await json('/tags?select=&id=eq.1')).toEqual([{ id: 1, name: 'home' }])
  expect(await json('/tags?select=%20&id=eq.1')).toEqual([{ id: 1, name: 'home' }])
})

test('a list of one empty value is no value', async () => {
  for (const list of ['()', '(%20)', '(%20%20)', '("")']) {
    expect([list, await json(`/tags?id=in.${list}`)]).toEqual([list, []])
    expect((await json(`/tags?id=not.in.${list}`)).length).toBe(3)
  }
  expect(await json('/tags?select=id&id=in.(%201,%202)%20')).toEqual([{ id: 1 }, { id: 2 }])
})

test('a cast may name an array, and no type of the catalogue', async () => {
  expect(await json('/courses?select=tags::_varchar,all:tags::_text&id=eq.1')).toEqual([
    { tags: ['home', 'plan'], all: ['home', 'plan'] },
  ])
  for (const type of ['_regclass', 'regclass', '_pg_lsn', '__text'])
    expect(await json(`/courses?select=title::${type}`)).toMatchObject({ code: '42704' })
})

test('candidates that are told are told in the order of their parameters', async () => {
  expect(await json('/rpc/pick?a=1')).toMatchObject({
    code: 'PGRST203',
    message:
      'Could not choose the best candidate function between: public.pick(a => integer, b => integer), public.pick(a => integer, z => text), public.pick(a => integer, b => integer, c => integer)',
  })
})

describe('a token that is none', () => {
  const refusal = async (token: string) => {
    const answer = await server.rest('/tags', { token })
    return [answer.status, await answer.json(), answer.headers.get('www-authenticate')]
  }
  test('is told by the number of its parts', async () => {
    const message = 'Expected 3 parts in JWT; got 2'
    expect(await refusal('eyJhbGciOiJIUzI1NiJ9.e30')).toEqual([
      401,
      { code: 'PGRST301', message, details: null, hint: null },
      `Bearer error="invalid_token", error_description="${message}"`,
    ])
  })
  test.each(['exp', 'nbf', 'iat'])('is told by its claim %s', async (claim) => {
    const token = await server.sign({ role: 'anon' })
    const [head] = token.split('.')
    const payload = Buffer.from(JSON.stringify({ role: 'anon', [claim]: 'soon' })).toString('base64url')
    const signed = createHmac('sha256', server.jwtSecret).update(`${head}.${payload}`).digest('base64url')
    expect((await refusal(`${head}.${payload}.${signed}`)).slice(0, 2)).toMatchObject([
      401,
      { code: 'PGRST303', message: `The JWT '${claim}' claim must be a number` },
    ])
  })
  test.each([[{ invalid: 'value' }], [['a', 1]]])('is told by its audience %j', async (aud: unknown) => {
    expect((await refusal(await server.sign({ role: 'anon', aud }))).slice(0, 2)).toMatchObject([
      401,
      { code: 'PGRST303', message: `The JWT 'aud' claim must be a string or an array of strings` },
    ])
  })
})

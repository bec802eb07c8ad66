import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

/** How PostgREST of August 2026 answers, to the letter. */
let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const answerOf = async (path: string, init: Parameters<RestServer['rest']>[1] = {}) => {
  const answer = await server.rest(path, init)
  return {
    answer,
    status: answer.status,
    body: await answer.json(),
    header: (name: string) => answer.headers.get(name),
  }
}

describe('a filter that cannot be read', () => {
  const OPERATOR = 'operator (eq, gt, ...)'
  test.each([
    ['eq', 3, `unexpected end of input expecting ${OPERATOR}`],
    ['val', 1, `unexpected "v" expecting "not" or ${OPERATOR}`],
    ['', 1, `unexpected end of input expecting "not" or ${OPERATOR}`],
    ['noop.1', 1, `unexpected "o" expecting "not" or ${OPERATOR}`],
    ['not', 4, 'unexpected end of input expecting delimiter (.)'],
    ['not.x', 5, `unexpected "x" expecting ${OPERATOR}`],
    ['equal.1', 3, `unexpected "u" expecting ${OPERATOR}`],
    ['fts().a', 5, `unexpected ")" expecting ${OPERATOR}`],
    ['eq().a', 4, `unexpected ")" expecting ${OPERATOR}`],
    ['is().a', 3, `unexpected "(" expecting ${OPERATOR}`],
    ['in().a', 3, `unexpected "(" expecting ${OPERATOR}`],
    ['in.5', 4, 'unexpected "5" expecting "("'],
    ['in.(5)x', 7, "unexpected 'x' expecting end of input"],
  ])('%s', async (value, column, details) => {
    expect(await answerOf(`/tags?name=${value}`)).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST100',
        message: `"failed to parse filter (${value})" (line 1, column ${column})`,
        details,
        hint: null,
      },
    })
  })

  test.each([
    ['(name.eq.a', 14, 'unexpected end of input expecting "," or ")"'],
    [
      '()',
      5,
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['(id.in.1,2)', 11, 'unexpected "1" expecting "("'],
  ])('and=%s', async (value, column, details) => {
    const message = `"failed to parse logic tree (${value})" (line 1, column ${column})`
    expect((await answerOf(`/tags?and=${value}`)).body).toMatchObject({ message, details })
  })
})

describe('headers', () => {
  test('an answer varies by what it depends on, an error by nothing', async () => {
    expect((await answerOf('/tags')).header('vary')).toBe('Accept, Prefer, Range, Accept-Encoding')
    const write = await server.rest('/no_key', { method: 'POST', body: '{"value":"x"}', headers: JSON_TYPE })
    expect([write.status, write.headers.get('vary'), write.headers.get('content-length')]).toEqual([
      201,
      'Accept, Prefer, Range',
      '0',
    ])
    expect((await answerOf('/missing')).header('vary')).toBeNull()
  })

  test('Content-Location and Location leave only unreserved characters as they are', async () => {
    const { header } = await answerOf("/tags?select=*&name=like.*o!'*&or=(id.eq.1,id.eq.2)")
    expect(header('content-location')).toBe('/tags?name=like.%2Ao%21%27%2A&or=%28id.eq.1%2Cid.eq.2%29&select=%2A')
  })

  test('a page behind the last row has the headers of a page', async () => {
    const { status, body, header } = await answerOf('/tags?offset=90', { headers: { prefer: 'count=exact' } })
    expect([status, body]).toEqual([
      416,
      {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 90 was requested, but there are only 3 rows.',
        hint: null,
      },
    ])
    expect(
      ['content-range', 'content-location', 'preference-applied', 'proxy-status', 'content-type'].map(header),
    ).toEqual(['*/3', '/tags?offset=90', 'count=exact', null, 'application/json; charset=utf-8'])
  })

  test('Content-Profile comes with a body, where a schema was chosen', async () => {
    expect((await answerOf('/tags')).header('content-profile')).toBe('public')
    const bare = await server.rest('/no_key', { method: 'POST', body: '{"value":"x"}', headers: JSON_TYPE })
    expect(bare.headers.get('content-profile')).toBeNull()
  })

  test('Preference-Applied names what had an effect', async () => {
    const prefer = 'resolution=merge-duplicates'
    const applied = async (path: string, row: object) => {
      const token = server.supabase.serviceRoleKey
      const answer = await server.rest(path, {
        method: 'POST',
        headers: { ...JSON_TYPE, prefer },
        body: JSON.stringify(row),
        token,
      })
      return answer.headers.get('preference-applied')
    }
    expect(await applied('/no_key', { value: 'x' })).toBeNull()
    expect(await applied('/scores', { course_id: 9, person: 'z' })).toBe(prefer)
  })
})

describe('OPTIONS that is no preflight', () => {
  test.each([
    ['/tags', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/no_key', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['/open_courses', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/any_names', 'OPTIONS,GET,HEAD'],
    ['/rpc/add?a=1', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/write_note?text_=x', 'OPTIONS,POST'],
  ])('%s allows %s', async (path, allowed) => {
    const answer = await server.rest(path, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([200, allowed, ''])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
  test('names nothing that is not there, and to strangers no root', async () => {
    const code = async (path: string, token?: string) => {
      const answer = await server.rest(path, { method: 'OPTIONS', ...(token ? { token } : {}) })
      return answer.ok ? answer.headers.get('allow') : (await answer.json()).code
    }
    expect(await Promise.all(['/missing', '/rpc/missing', '/', '/a/b'].map((path) => code(path)))).toEqual([
      ...['PGRST205', 'PGRST202', 'PGRST126', 'PGRST125'],
    ])
    expect(await code('/', server.supabase.serviceRoleKey)).toBe('OPTIONS,GET,HEAD')
  })
})

test('a call answers with its value, whatever answer is preferred', async () => {
  const headers = { ...JSON_TYPE, prefer: 'return=minimal' }
  const { status, body, header } = await answerOf('/rpc/add', { method: 'POST', headers, body: '{"a":1}' })
  expect([status, body, header('preference-applied')]).toEqual([200, 2, null])
})

test('a media type is named with what it would be of', async () => {
  const { status, body } = await answerOf('/tags', {
    headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze, image/png;q=0.8' },
  })
  expect([status, body]).toMatchObject([
    406,
    {
      code: 'PGRST107',
      message:
        'None of these media types are available: application/vnd.pgrst.plan+json; for="application/json"; options=analyze, image/png',
    },
  ])
})

test('a token of another key', async () => {
  const [head, claims] = (await server.sign({ role: 'anon' })).split('.')
  expect(
    await answerOf('/tags', { token: `${head}.${claims}.${Buffer.alloc(32).toString('base64url')}` }),
  ).toMatchObject({
    status: 401,
    body: {
      code: 'PGRST301',
      message: 'No suitable key or wrong key type',
      details: 'None of the keys was able to decode the JWT',
    },
  })
})

describe('a write without a condition', () => {
  const write = (method: string, path: string, body?: string) =>
    answerOf(path, { method, headers: JSON_TYPE, token: server.supabase.serviceRoleKey, ...(body ? { body } : {}) })
  test('is refused as the extension safeupdate does', async () => {
    for (const [method, path, word] of [
      ['PATCH', '/tags', 'UPDATE'],
      ['PATCH', '/tags?select=id&order=id', 'UPDATE'],
      ['DELETE', '/courses?lessons.id=eq.1', 'DELETE'],
    ] as const) {
      expect(await write(method, path, method === 'PATCH' ? '{"name":"x"}' : undefined)).toMatchObject({
        status: 400,
        body: { code: '21000', details: null, hint: null, message: `${word} requires a WHERE clause` },
      })
    }
    expect((await answerOf('/tags')).body).toHaveLength(3)
  })
  test('of nothing changes nothing', async () => {
    const token = server.supabase.serviceRoleKey
    const answer = await server.rest('/tags', { method: 'PATCH', headers: JSON_TYPE, body: '{}', token })
    expect(answer.status).toBe(204)
  })
  test('is carried out where the login was set so', async () => {
    const own = await startRestServer({ sql: `alter role authenticator set safeupdate.enabled = 'off'` })
    try {
      const answer = await own.rest('/scores', { method: 'DELETE', token: own.supabase.serviceRoleKey })
      expect(answer.status).toBe(204)
    } finally {
      await own.close()
    }
  })
})

import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './support/generated-requests.ts'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

/** Sends a path exactly as it is; `fetch` would clean it up. */
function raw(
  path: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: string | Buffer; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const outgoing = httpRequest(
      { hostname, port, path: `/rest/v1${path}`, method, headers: { apikey: server.supabase.anonKey, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (path: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  raw(path, { method: 'POST', body, headers })

describe('limits', () => {
  const refusals: [string, string, number][] = [
    ['a long query string', `/tags?name=eq.${'x'.repeat(9_000)}`, 414],
    ['many filters', `/tags?${Array.from({ length: 61 }, () => 'id=eq.1').join('&')}`, 400],
    ['many filters in a group', `/tags?or=(${Array.from({ length: 61 }, () => 'id.eq.1').join(',')})`, 400],
    ['deep groups', `/tags?or=${'(or'.repeat(9)}(id.eq.1)${')'.repeat(9)}`, 400],
    ['deep embedding', `/categories?select=${'courses(categories('.repeat(3)}id${'))'.repeat(3)}`, 400],
    ['many columns', `/tags?select=${Array.from({ length: 301 }, () => 'id').join(',')}`, 400],
    ['a long JSON path', `/courses?select=settings${'->a'.repeat(21)}`, 400],
    ['many order terms', `/tags?order=${Array.from({ length: 41 }, () => 'id').join(',')}`, 400],
  ]
  test.each(refusals)('%s is refused', async (_, path, status) => {
    const response = await raw(path)
    expect([response.status, (JSON.parse(response.text) as { code: string }).code]).toEqual([status, 'PGRST100'])
  })

  test('a body that is too large is 413, whether it tells its length or not', async () => {
    const large = `{"value":"${'x'.repeat(10_000_000)}"}`
    const declared = await fetch(`${server.url}/rest/v1/no_key`, { method: 'POST', body: large, headers: JSON_TYPE })
    expect(declared.status).toBe(413)
    const undeclared = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large.slice(0, 2_000_000)))
        controller.close()
      },
    })
    const chunked = await fetch(`${server.url}/rest/v1/no_key`, {
      method: 'POST',
      body: undeclared,
      headers: JSON_TYPE,
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test('a deep body is refused at once', async () => {
    for (const depth of [33, 1_000, 200_000]) {
      const start = process.cpuUsage()
      const response = await post('/rpc/echo', `${'['.repeat(depth)}${']'.repeat(depth)}`)
      const { user } = process.cpuUsage(start)
      expect([response.status, user < 500_000]).toEqual([400, true])
    }
  })
})

describe('what is no text', () => {
  test('NUL and bad UTF-8 are refused', async () => {
    expect((await raw('/tags?name=eq.%00')).status).toBe(400)
    expect((await raw('/tags?name=eq.%ff%fe')).status).toBe(400)
    expect((await raw('/%ff')).status).toBe(404)
    expect((await post('/no_key', Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400)
    expect((await post('/no_key', '{"value":"\\u0000"}')).status).toBe(400)
    expect((await post('/no_key', '{"value":"\0"}')).status).toBe(400)
    expect((await post('/no_key', '{"value":"\\ud800"}')).status).toBe(400)
    expect((await post('/rpc/echo', '"\\u0000"')).status).toBeLessThan(500)
  })

  test('a wrong body is PGRST102', async () => {
    for (const body of ['', '{', '5', '"x"', 'null', '[1]', '[{"value":"a"},{"other":1}]', '[{"value":"a"},null]']) {
      const response = await post('/no_key', body)
      expect([body, response.status, (JSON.parse(response.text) as { code: string }).code]).toEqual([
        body,
        400,
        'PGRST102',
      ])
    }
    expect((await post('/no_key', 'x', { 'content-type': 'image/png' })).status).toBe(400)
  })

  test('members named like parts of objects are only names', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const response = await post('/no_key', `{"${name}":1}`)
      expect((JSON.parse(response.text) as { code: string }).code).toBe('PGRST204')
      expect((await raw(`/tags?${name}=eq.1`)).status).toBe(400)
      expect((await raw(`/tags?id=${name}.1`)).status).toBe(400)
      expect((await raw(`/${name}`)).status).toBe(404)
      expect((await raw(`/rpc/${name}`)).status).toBe(404)
    }
  })

  test('huge numbers are refused or harmless', async () => {
    for (const path of [
      '/tags?limit=99999999999999999999',
      '/tags?offset=99999999999999999999',
      '/tags?id=eq.1e999',
      '/courses?select=settings->99999999999',
      '/tags?limit=-1',
      '/tags?offset=-1',
    ]) {
      expect((await raw(path)).status).toBeLessThan(500)
    }
    expect((await post('/scores', '{"course_id":1e400,"person":"x"}')).status).toBe(400)
  })

  test('unusual methods and addresses are refused', async () => {
    expect((await raw('/tags', { method: 'PUT', body: '{}' })).status).toBe(405)
    expect((await raw('/tags', { method: 'PROPFIND' })).status).toBe(405)
    expect((await raw('/tags/1')).status).toBe(404)
    expect((await raw('/')).status).toBe(404)
  })
})

describe('generated requests', () => {
  const runs = { numRuns: 1500, endOnFailure: true }

  test('reads never fail on our side', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('courses', 'tags', 'categories', 'rpc/all_courses', 'rpc/summary', 'open_courses'),
        query,
        async (target, search) => {
          const { status, text } = await raw(`/${target}?${search}`)
          expect(status < 500 || `${status} ${text} for ${target}?${search}`).toBe(true)
        },
      ),
      runs,
    )
  })

  test('writes never fail on our side', async () => {
    const body = fc.oneof(
      fc.json(),
      fc
        .dictionary(fc.constantFrom('course_id', 'person', 'points', 'value', 'a', 'b'), fc.jsonValue({ maxDepth: 2 }))
        .map((row) => JSON.stringify(row)),
      fc
        .array(fc.dictionary(fc.constantFrom('course_id', 'person'), fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 })
        .map((rows) => JSON.stringify(rows)),
      fc.string({ unit: 'binary' }),
    )
    const prefer = fc.constantFrom(
      '',
      'return=representation',
      'return=headers-only',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates,return=representation',
      'missing=default',
      'count=exact',
      'handling=strict,max-affected=1',
      'tx=rollback',
      'nonsense',
      'handling=strict,nonsense',
      'timezone=Nowhere/At-all',
    )
    const target = fc.constantFrom(
      'scores',
      'no_key',
      'notes',
      'rpc/add',
      'rpc/echo',
      'rpc/joined',
      'rpc/same',
      'rpc/numbers',
    )
    const headers = (value: string) => ({ ...JSON_TYPE, prefer: value })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'POST', 'PATCH', 'DELETE'),
        target,
        query,
        body,
        prefer,
        async (method, name, search, text, preference) => {
          const response = await raw(`/${name}?${search}`, { method, body: text, headers: headers(preference) })
          expect(
            response.status < 500 ||
              `${response.status} ${response.text} for ${method} ${name}?${search} ${text} ${preference}`,
          ).toBe(true)
        },
      ),
      runs,
    )
  })

  test('headers never make it fail', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcxyz/*+;,=."()-0123456789 q'), maxLength: 40 })
    const name = fc.constantFrom('accept', 'prefer', 'range', 'accept-profile', 'content-type', 'cookie', 'x-any')
    await fc.assert(
      fc.asyncProperty(name, text, async (header, content) => {
        const { status } = await raw('/tags', { headers: { [header]: content } })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 500 },
    )
  })

  test('random bytes never make it fail', async () => {
    for (let i = 0; i < 300; i++) {
      const bytes = randomBytes(1 + (i % 40))
      expect((await post('/no_key', bytes)).status).toBeLessThan(500)
      const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      expect((await raw(`/tags?name=eq.${encoded}&${encoded}=eq.1`)).status).toBeLessThan(500)
    }
  })
})

import { get, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

const VARY = 'Accept, Prefer, Range, Accept-Encoding'
const LONG = `
create table public.pages (id int primary key, body text not null);
insert into public.pages select i, repeat('שלום ', 40) from generate_series(1, 60) i;
grant select on public.pages to anon, service_role;
create function public.with_header(name text, value text) returns setof public.pages language plpgsql stable as $$
begin
  perform set_config('response.headers', json_build_array(json_build_object(name, value))::text, true);
  return query select * from public.pages;
end $$;
`

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ sql: LONG })
})
afterAll(() => server.close())

type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The bytes as they travel: `fetch` would unpack them. */
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const options = { headers: { apikey: server.supabase.anonKey, ...headers }, method }
    get(`${server.url}/rest/v1${path}`, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    }).on('error', reject)
  })
}

test('a long answer is compressed as the caller asks for, and unpacks to what it is otherwise', async () => {
  const plain = await read('/pages?order=id')
  const [br, gzip] = await Promise.all(
    ['gzip, deflate, br', 'gzip'].map((accepted) => read('/pages?order=id', { 'accept-encoding': accepted })),
  )
  expect([plain, br, gzip].map((answer) => answer?.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect([plain, br, gzip].map((answer) => answer?.headers.vary)).toEqual(Array(3).fill(VARY))
  expect(brotliDecompressSync(br?.body ?? '').equals(plain.body)).toBe(true)
  expect(gunzipSync(gzip?.body ?? '').equals(plain.body)).toBe(true)
  expect(br?.headers['content-range']).toBe(plain.headers['content-range'])
})

test.each([
  ['a short answer', '/pages?id=eq.1', {}],
  ['a part of a list', '/pages?limit=50', { prefer: 'count=exact' }],
  ['what the caller does not want', '/pages', { 'accept-encoding': 'br;q=0, gzip;q=0' }],
  ['what a function encoded itself', '/rpc/with_header?name=Content-Encoding&value=identity', {}],
  ['what a function wants untouched', '/rpc/with_header?name=Cache-Control&value=no-transform', {}],
])('%s is sent as it is', async (_, path, headers) => {
  const answer = await read(path, { 'accept-encoding': 'br, gzip', ...headers })
  expect(answer.headers['content-encoding'] ?? 'identity').toBe('identity')
  expect(JSON.parse(answer.body.toString())).toContainEqual({ id: 1, body: 'שלום '.repeat(40) })
})

test('a tag of the plain bytes becomes a weak one, and what an answer varies by is added to', async () => {
  const asked = { 'accept-encoding': 'gzip' }
  const tagged = await read('/rpc/with_header?name=ETag&value=%22a%22', asked)
  expect([tagged.headers.etag, tagged.headers['content-encoding']]).toEqual(['W/"a"', 'gzip'])
  const varied = await read('/rpc/with_header?name=Vary&value=Origin', asked)
  expect(varied.headers.vary).toBe('Origin, Accept-Encoding')
})

test('HEAD has no body and varies as GET does', async () => {
  const { status, headers, body } = await read('/pages', { 'accept-encoding': 'br' }, 'HEAD')
  expect([status, headers.vary, headers['content-encoding'], body.length]).toEqual([200, VARY, undefined, 0])
})

test('nothing is compressed for our own pages, inside the process', async () => {
  const request = new Request(`${server.url}/rest/v1/pages`, {
    headers: { apikey: server.supabase.anonKey, 'accept-encoding': 'br' },
  })
  const answer = await server.supabase.fetch(request, { clientAddress: '127.0.0.1', inProcess: true })
  expect([answer.headers.get('content-encoding'), (await answer.json()).length]).toEqual([null, 60])
})

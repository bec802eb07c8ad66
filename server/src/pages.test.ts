import { createHash } from 'node:crypto'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPageCache } from './http/page-cache.ts'
import { createCachedPages, createPages } from './pages.ts'

const LONG = `<!doctype html><p>${'שלום '.repeat(500)}</p>`
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve() {
  const cache = createPageCache({ freshMs: 60_000, maxEntries: 10 })
  const rendered: string[] = []
  const pages = createPages(
    async ({ url }) => {
      rendered.push(new URL(url).pathname)
      return new Response(LONG, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
    cache,
    {},
  )
  const sendKept = createCachedPages(cache, () => ({ 'x-common': 'yes' }))
  const answers: string[] = []
  const server = createServer((incoming, outgoing) => {
    const isKept = sendKept(incoming, outgoing)
    answers.push(isKept ? 'kept' : 'rendered')
    if (isKept) return
    const headers = incoming.headers as Record<string, string>
    void pages(
      new Request(`http://academy.test${incoming.url}`, { method: incoming.method ?? 'GET', headers }),
      '127.0.0.1',
    ).then(async (response) =>
      outgoing
        .writeHead(response.status, Object.fromEntries(response.headers))
        .end(Buffer.from(await response.arrayBuffer())),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path, headers, method, agent: false }
      get(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
      }).on('error', reject)
    })
  return { read, answers, rendered }
}

test('a kept page is the page that was rendered, with its headers and the common ones', async () => {
  const { read, answers, rendered } = await serve()
  const first = await read('/courses', { 'accept-encoding': 'br' })
  const second = await read('/courses', { 'accept-encoding': 'br' })
  expect(answers).toEqual(['rendered', 'kept'])
  expect(rendered).toEqual(['/courses'])
  expect(second.body.equals(first.body)).toBe(true)
  const { date: _first, ...before } = first.headers
  const { date: _second, 'x-common': common, ...after } = second.headers
  expect({ after, common }).toEqual({ after: before, common: 'yes' })
  expect(after).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
})

test('each encoding is made once by the way of all requests and kept afterwards', async () => {
  const { read, answers } = await serve()
  for (const encoding of ['br', 'gzip', 'gzip', 'identity', 'br']) await read('/', { 'accept-encoding': encoding })
  expect(answers).toEqual(['rendered', 'rendered', 'kept', 'kept', 'kept'])
  expect((await read('/', { 'accept-encoding': 'identity' })).body.toString()).toBe(LONG)
})

test('another method, another page or another spelling is not answered from what is kept', async () => {
  const { read, answers } = await serve()
  await read('/terms')
  await read('/terms', {}, 'HEAD')
  await read('/terms?version=2')
  await read('//terms')
  expect(answers).not.toContain('kept')
})

test('a script that the content brings is in no policy, however the page is asked for', async () => {
  const injected = '<script>evil()</script>'
  const site = async (_request: Request, mark: string) =>
    new Response(`<!doctype html><p>${injected}</p><script nonce="${mark}">own()</script>`, {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  const pages = createPages(site, createPageCache({ freshMs: 60_000, maxEntries: 10 }), {})
  const hash = (code: string) => createHash('sha256').update(code).digest('base64')
  for (const method of ['GET', 'HEAD', 'POST']) {
    const response = await pages(new Request('http://academy.test/', { method }), '192.0.2.1')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' 'sha256-${hash('own()')}';`)
    expect(policy).not.toContain(hash('evil()'))
    expect(await response.text()).not.toContain('nonce=')
  }
})

test('an answer that is no page has a policy that allows nothing to run', async () => {
  const pages = createPages(
    async () => Response.json({}, { status: 404 }),
    createPageCache({ freshMs: 0, maxEntries: 1 }),
    {},
  )
  const response = await pages(new Request('http://academy.test/x.data'), '192.0.2.1')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a page is read, or posted to where it has a form; nothing else is even rendered', async () => {
  const rendered: string[] = []
  const site = async ({ method }: Request) => {
    rendered.push(method)
    return new Response('no action', { status: method === 'POST' ? 405 : 200 })
  }
  const pages = createPages(site, createPageCache({ freshMs: 0, maxEntries: 1 }), {})
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'POST']) {
    const { status, headers } = await pages(new Request('http://academy.test/', { method }), '192.0.2.1')
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
  }
  expect(rendered).toEqual(['POST'])
})

test('parameters that a page does not read make no new page', async () => {
  const { read, answers, rendered } = await serve()
  for (let i = 0; i < 20; i++) await read(`/courses?x=${i}&${'y'.repeat(i * 10)}`)
  expect(rendered).toEqual(['/courses'])
  expect(answers.filter((answer) => answer === 'kept')).toHaveLength(19)
})

test('data of several routes is kept, a query beyond all measure is not', async () => {
  const { read, answers, rendered } = await serve()
  const routes = (count: number) => `/courses.data?_routes=${Array(count).fill('routes/public/courses').join(',')}`
  for (const count of [4, 4, 30, 30]) await read(routes(count))
  expect(answers).toEqual(['rendered', 'kept', 'rendered', 'rendered'])
  expect(rendered).toHaveLength(3)
})

test('one address has a few pages made at once and a bounded time; others are answered meanwhile', async () => {
  let making = 0
  const open: (() => void)[] = []
  const site = () => {
    making += 1
    return new Promise<Response>((resolve) => open.push(() => resolve(new Response(LONG))))
  }
  const limits = { atOnce: 3, waiting: 10, waitMs: 60_000, budget: { savedMs: 60_000, perSecondMs: 0.001 } }
  const pages = createPages(site, createPageCache({ freshMs: 60_000, maxEntries: 10 }), {}, limits)
  const ask = (path: string, address: string) => pages(new Request(`http://academy.test${path}`), address)
  const waiting = Array.from({ length: 13 }, (_, i) => ask(`/courses/${i}`, '2001:db8::1'))
  const refused = await ask('/courses/more', '2001:db8::2')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(making).toBe(3)
  const other = ask('/courses/1', '192.0.2.1')
  await Promise.resolve()
  expect(making).toBeLessThanOrEqual(4)
  const end = setInterval(() => {
    for (const one of open.splice(0)) one()
  }, 1)
  expect((await other).status).toBe(200)
  for (const one of waiting) expect((await one).status).toBe(200)
  clearInterval(end)
})

import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import type { Backend } from './backend.ts'
import { readConfig } from './config.ts'

/** What the services were asked for. */
const asked: string[] = []
const embedded = {
  fetch: async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (pathname === '/rest/v1/rows') return readyAnswer()
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
  },
}
/** Whether anybody opened the body of the ready answer instead of sending it as it is. */
let isOpened = false

function readyAnswer(): Response {
  const answer = Response.json([{ id: 1 }], { headers: { 'x-content-type-options': 'own' } })
  const { body } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(answer))
  return Object.defineProperty(answer, 'body', {
    get() {
      isOpened = true
      return body?.get?.call(answer)
    },
  })
}

const backend = { publicUrl: '', anonKey: 'anon', embedded } as unknown as Backend
const server = createServer(
  createApp({
    config: readConfig({ NODE_ENV: 'development' }),
    backend,
    log: pino({ level: 'silent' }),
    site: async () => new Response('<p>a page</p>', { headers: { 'content-type': 'text/html' } }),
    freshMs: 60_000,
  }),
)
const addressOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

test.each(['/realtime/v1', '/realtime/v1/websocket', '/realtime/v1/api/broadcast', '/graphql/v1'])(
  '%s, which is not served here, answers in JSON and not with a page',
  async (path) => {
    const answer = await fetch(addressOf(`${path}?vsn=1.0.0`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(await answer.json()).toEqual({ message: 'no Route matched with those values' })
    expect(asked.at(-1)).toBe(path)
  },
)

test('a ready answer gets the common headers that it has not, and leaves as the text that it is', async () => {
  const answer = await fetch(addressOf('/rest/v1/rows'))
  expect(await answer.json()).toEqual([{ id: 1 }])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'own',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'content-length': '10',
    'cache-control': 'no-store',
  })
  expect(isOpened).toBe(false)
})

test.each(['/health', '/missing.png', '/', '/realtime/v1'])('%s has the common headers', async (path) => {
  const { headers } = await fetch(addressOf(path))
  expect([headers.get('x-content-type-options'), headers.get('cross-origin-opener-policy')]).toEqual([
    'nosniff',
    'same-origin',
  ])
})

test.each([
  ['TRACE', 405, ['host', 'localhost']],
  ['GET', 400, ['host', 'localhost', 'host', 'localhost']],
])('%s that is refused before any route has the common headers and a policy: %i', async (method, status, headers) => {
  const { statusCode, headers: given } = await new Promise<IncomingMessage>((resolve, reject) => {
    request(addressOf('/'), { method, headers }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end()
  })
  expect(statusCode).toBe(status)
  expect(given).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
})

test('a page has one address, and every other leads there with what it asks for', async () => {
  const moved = await fetch(addressOf('/Courses/?version=1'), { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/courses?version=1'])
  const away = await fetch(addressOf('//evil.example/'), { redirect: 'manual' })
  expect(away.headers.get('location')).not.toMatch(/^(https?:)?\/\//)
  expect((await fetch(addressOf('/courses'), { redirect: 'manual' })).status).toBe(200)
})

import { createServer } from 'node:http'
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
    asked.push(new URL(request.url).pathname)
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
  },
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
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

test.each(['/realtime/v1', '/realtime/v1/websocket', '/realtime/v1/api/broadcast', '/graphql/v1'])(
  '%s, which is not served here, answers in JSON and not with a page',
  async (path) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}?vsn=1.0.0`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(await answer.json()).toEqual({ message: 'no Route matched with those values' })
    expect(asked.at(-1)).toBe(path)
  },
)

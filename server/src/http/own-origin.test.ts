import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Backend } from '../backend.ts'
import { readConfig } from '../config.ts'

/** What reached the services. */
const reached: string[] = []
const embedded = {
  fetch: async ({ method, url }: Request) => {
    reached.push(`${method} ${new URL(url).pathname}`)
    return Response.json({})
  },
}
const open = (nodeEnv: string) =>
  createServer(
    createApp({
      config: readConfig({ NODE_ENV: nodeEnv, SITE_URL: 'https://academy.example' }),
      backend: { publicUrl: '', anonKey: 'anon', embedded } as unknown as Backend,
      log: pino({ level: 'silent' }),
      site: async () => new Response('a page'),
      freshMs: 60_000,
    }),
  )
const servers = { production: open('production'), development: open('development') }
beforeAll(async () => {
  for (const server of Object.values(servers)) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
})
afterAll(() => {
  for (const server of Object.values(servers)) server.close()
})

function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  server = servers.production,
): Promise<{ status?: number | undefined; allow?: string | undefined; readable?: string | undefined }> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, agent: false }
    request({ ...options, headers: { host: 'academy.example', ...headers } }, (answer) => {
      answer.resume()
      const { allow, 'access-control-allow-origin': readable } = answer.headers
      resolve({ status: answer.statusCode, allow, readable })
    })
      .on('error', reject)
      .end()
  })
}

const WRITES = [
  ['POST', '/auth/v1/otp'],
  ['PATCH', '/rest/v1/users'],
  ['DELETE', '/storage/v1/object/pictures/a.png'],
  ['POST', '/functions/v1/batch-progress'],
  ['POST', '/contact'],
] as const

test.each([
  'https://evil.example',
  'http://academy.example.evil.example',
  'https://academy.example:8443',
  'http://academy.example:3000',
  'null',
  'nonsense',
])('a page of %s writes nothing', async (origin) => {
  reached.length = 0
  for (const [method, path] of WRITES) {
    const { status, readable } = await ask(method, path, { origin })
    expect([path, status, readable]).toEqual([path, 403, '*'])
  }
  expect((await ask('POST', '/contact', { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(reached).toEqual([])
})

test.each([
  ['the site, also behind a proxy that ends TLS', { origin: 'https://academy.example' }],
  ['the site by the address of this machine', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ['a page of the site that tells nobody where it is', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['no browser at all', {}],
])('%s writes', async (_, headers: Record<string, string>) => {
  for (const [method, path] of WRITES) expect((await ask(method, path, headers)).status).toBe(200)
})

test('reading is open to every origin, as the policies of the data say', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    expect((await ask(method, '/rest/v1/courses', { origin: 'https://evil.example' })).status).toBe(200)
  }
})

test('while developing every origin writes', async () => {
  const headers = { origin: 'http://localhost:5173' }
  expect((await ask('POST', '/rest/v1/x', headers, servers.development)).status).toBe(200)
})

test('nothing is ever sent back as it came', async () => {
  for (const path of ['/', '/rest/v1/courses', '/assets/x.js']) {
    expect(await ask('TRACE', path, {})).toEqual({ status: 405, allow: 'GET, HEAD' })
  }
})

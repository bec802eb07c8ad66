import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Backend } from '../backend.ts'
import { readConfig } from '../config.ts'
import { createHostCheck } from './known-host.ts'

const backend: Backend = {
  publicUrl: 'https://project.example',
  anonKey: 'anon',
  serviceRoleKey: undefined,
  fetch: async () => new Response('{}'),
  fetchAs: () => async () => new Response('{}'),
  close: async () => undefined,
}

const open = (nodeEnv: string) =>
  createServer(
    createApp({
      config: readConfig({ NODE_ENV: nodeEnv, SITE_URL: 'https://academy.example' }),
      backend,
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

/** Status and headers of an answer to a request that says exactly this. */
function ask(host: string, path = '/', headers = {}, server = servers.production): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { host, ...headers }, agent: false }
    request(options, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end()
  })
}

test.each(['academy.example', 'ACADEMY.example:8443', 'localhost:3000', '127.0.0.1', '[::1]:3000'])(
  'answers for %s',
  async (host) => expect((await ask(host)).statusCode).toBe(200),
)

test.each(['evil.example', 'academy.example.evil.example', 'evil.example:443', '10.0.0.1'])(
  'answers 421 to the host %s, for services and for pages that are kept already',
  async (host) => {
    await ask('academy.example')
    for (const path of ['/', '/auth/v1/otp', '/rest/v1/courses', '/assets/x.js']) {
      expect((await ask(host, path)).statusCode).toBe(421)
    }
  },
)

test.each(['a b', 'academy.example@evil.example'])('never answers the host %j with a page', async (host) => {
  await ask('academy.example')
  expect((await ask(host)).statusCode).toBeGreaterThanOrEqual(400)
})

test('no host is not a known one', () => {
  expect(['', undefined].map(createHostCheck('https://academy.example'))).toEqual([false, false])
})

test('a request line with a foreign host is refused whatever the header says', async () => {
  expect((await ask('academy.example', 'http://evil.example/')).statusCode).toBe(421)
})

test('a forwarded host changes nothing', async () => {
  expect((await ask('academy.example', '/', { 'x-forwarded-host': 'evil.example' })).statusCode).toBe(200)
})

test('probes reach the health of the process by its address; the refusal carries the common headers', async () => {
  expect((await ask('10.0.0.1:3000', '/health')).statusCode).toBe(200)
  expect((await ask('evil.example')).headers['x-content-type-options']).toBe('nosniff')
})

test('while developing every host is answered', async () => {
  expect((await ask('evil.example', '/', {}, servers.development)).statusCode).toBe(200)
})

/** The status line of the answer to exactly these bytes. */
function sendRaw(head: string, server = servers.development): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`, 'latin1'))
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test.each(['1.2.3.4.5', '999.1.1.1', 'xn--a', '[::1', '::1', 'a:99999', 'a b', 'a/b', 'user@academy.example', 'a|b'])(
  'no host can be called %s',
  async (host) => {
    for (const server of Object.values(servers)) {
      expect(await sendRaw(`GET / HTTP/1.1\r\nHost: ${host}`, server)).toBe('HTTP/1.1 400 Bad Request')
    }
  },
)

test('a request that names two hosts is refused, also when they are the same', async () => {
  for (const second of ['evil.example', 'localhost']) {
    for (const path of ['/', '/health', '/rest/v1/courses']) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHOST: ${second}`
      expect(await sendRaw(head, servers.production)).toBe('HTTP/1.1 400 Bad Request')
    }
  }
})

test.each([
  'Content-Length: 4\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 4',
  'Content-Length: 4\r\nContent-Length: 5',
  'Transfer-Encoding: chunked, identity',
  'Content-Length: 4\r\nX: a\nTransfer-Encoding: chunked',
])('a request that says its length in two ways is refused: %j', async (headers) => {
  const head = `POST /rest/v1/courses HTTP/1.1\r\nHost: academy.example\r\n${headers}`
  expect(await sendRaw(head, servers.production)).toBe('HTTP/1.1 400 Bad Request')
})

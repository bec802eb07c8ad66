import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardRequests } from './guard-requests.ts'
import { commonHeaders } from './security-headers.ts'

const lines: { error?: string; path?: string }[] = []
const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
const server = createServer(
  guardRequests(
    async (incoming, outgoing) => {
      const kind = incoming.url?.slice(1)
      if (kind === 'throws?with=it') throw new Error('thrown')
      if (kind === 'begun') {
        outgoing.writeHead(200, { 'content-length': 10 }).write('begun')
        throw new Error('too late')
      }
      if (kind === 'shorter') outgoing.writeHead(200, { 'content-length': 10 }).end('short')
      if (kind === 'whole') outgoing.writeHead(200, { 'content-length': 5 }).end('whole')
      if (kind === 'empty') outgoing.writeHead(304, { 'content-length': 5 }).end()
    },
    log,
    commonHeaders('http://localhost'),
  ),
)
const ask = (path: string) =>
  new Promise<{ status: number | undefined; body: string } | string>((resolve) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      let body = ''
      answer.on('data', (part) => (body += part))
      answer.once('error', () => resolve('cut off'))
      answer.once('end', () => resolve({ status: answer.statusCode, body }))
    }).once('error', () => resolve('cut off'))
  })

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => lines.splice(0))

test('what a listener throws is logged with its path alone, and answered with 500 in JSON', async () => {
  expect(await ask('/throws?with=it')).toEqual({
    status: 500,
    body: '{"code":"unexpected_failure","message":"Internal Server Error"}',
  })
  expect(lines).toMatchObject([{ error: 'thrown', path: '/throws' }])
})

test.each([
  ['/begun', 'too late'],
  ['/shorter', expect.stringContaining('does not match the content-length')],
])('an answer that cannot become whole any more is cut off: %s', async (path, error) => {
  expect(await ask(path)).toBe('cut off')
  expect(lines).toMatchObject([{ error, path }])
})

test.each([
  ['/whole', 200, 'whole'],
  ['/empty', 304, ''],
])('an answer of the length that it names leaves as it is: %s', async (path, status, body) => {
  expect(await ask(path)).toEqual({ status, body })
  expect(lines).toEqual([])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuildFiles } from './build-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'client-'))
const client = join(folder, 'client')
mkdirSync(join(client, 'assets'), { recursive: true })
const write = (name: string, text: string) => writeFileSync(join(client, name), text)
write('assets/app-1.js', 'whole')
write('assets/app-1.js.br', 'as br')
write('assets/app-1.js.gz', 'as gzip')
write('assets/small-1.css', 'small')
write('assets/gone-1.js', 'gone')
write('assets/gone-1.js.br', 'gone')
write('assets/folder-1.js', 'a folder soon')
write('icon.svg', '<svg/>')
writeFileSync(join(client, '..', 'secret'), 'not of the build')

const send = createBuildFiles(client, () => ({ 'x-common': 'yes' }))
const server = createServer((incoming, outgoing) => {
  if (!send(incoming, outgoing)) outgoing.writeHead(404).end('left')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

type Answer = { status: number | undefined; headers: IncomingMessage['headers']; body: string }

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ port, host: '127.0.0.1', path, headers, method, agent: false }, async (response) => {
      const parts = await response.toArray()
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() })
    }).on('error', reject)
  })

test.each([
  ['gzip, deflate, br', 'br', 'as br'],
  ['gzip', 'gzip', 'as gzip'],
  ['br;q=0, gzip', 'gzip', 'as gzip'],
  ['identity', undefined, 'whole'],
])('who accepts %s gets %s', async (accepted, encoding, body) => {
  const answer = await read('/assets/app-1.js', { 'accept-encoding': accepted })
  expect([answer.status, answer.headers['content-encoding'], answer.body]).toEqual([200, encoding, body])
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(body.length),
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'x-common': 'yes',
  })
})

test('a file that is too small to be compressed leaves as it is', async () => {
  const answer = await read('/assets/small-1.css', { 'accept-encoding': 'br' })
  expect([answer.status, answer.headers['content-encoding'], answer.body]).toEqual([200, undefined, 'small'])
})

test.each([
  ['another method', '/assets/app-1.js', {}, 'POST'],
  ['a file that is not there', '/assets/none.js', {}, 'GET'],
  ['a file beside the folder', '/../secret', {}, 'GET'],
  ['a file beside the folder, in other letters', '/assets/%2e%2e/%2e%2e/secret', {}, 'GET'],
  ['the folder itself', '/assets/', {}, 'GET'],
])('%s is left to what stands behind', async (_, path, headers, method) => {
  expect((await read(path, headers, method)).body).toBe('left')
})

test.each([
  ['a part of a file', '/assets/app-1.js', { range: 'bytes=0-1' }, 'GET', 'whole'],
  ['its headers alone', '/assets/app-1.js', {}, 'HEAD', ''],
  ['a file with something behind the ?', '/assets/app-1.js?x=/../', {}, 'GET', 'whole'],
])('who asks for %s gets it whole', async (_, path, headers, method, body) => {
  const answer = await read(path, headers, method)
  expect([answer.status, answer.headers['content-length'], answer.body]).toEqual([200, '5', body])
})

test('a file without a hash in its name is kept for an hour', async () => {
  const { body, headers } = await read('/icon.svg')
  expect([body, headers['cache-control'], headers['content-type']]).toEqual([
    '<svg/>',
    'public, max-age=3600',
    expect.stringContaining('image/svg+xml'),
  ])
})

test('a file that vanished, or became a folder, is a 404 that nobody keeps, and is found when it is back', async () => {
  rmSync(join(client, 'assets/gone-1.js'))
  rmSync(join(client, 'assets/folder-1.js'))
  mkdirSync(join(client, 'assets/folder-1.js'))
  for (const name of ['gone-1', 'folder-1']) {
    const answer = await read(`/assets/${name}.js`, { 'accept-encoding': 'br' })
    expect([answer.status, answer.headers['cache-control'], answer.headers['x-common']]).toEqual([
      404,
      'no-store',
      'yes',
    ])
  }
  write('assets/gone-1.js', 'gone')
  expect((await read('/assets/gone-1.js')).body).toBe('gone')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuildFiles, FOREVER } from './build-files.ts'

const client = mkdtempSync(join(tmpdir(), 'client-'))
mkdirSync(join(client, 'assets'))
const write = (name: string, text: string) => writeFileSync(join(client, name), text)
write('assets/app-1.js', 'whole')
write('assets/app-1.js.br', 'as br')
write('assets/app-1.js.gz', 'as gzip')
write('assets/small-1.css', 'small')
write('secret', 'not of the build')

const send = createBuildFiles(client, { 'x-common': 'yes' })
const server = createServer((incoming, outgoing) => {
  if (!send(incoming, outgoing)) outgoing.writeHead(404).end('left')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(client, { recursive: true })
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
    'cache-control': FOREVER,
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
  ['a part of a file', '/assets/app-1.js', { range: 'bytes=0-1' }, 'GET'],
  ['another method', '/assets/app-1.js', {}, 'POST'],
  ['a file that is not there', '/assets/none.js', {}, 'GET'],
  ['a file beside the folder', '/assets/../secret', {}, 'GET'],
  ['a file beside the folder, in other letters', '/assets/%2e%2e/secret', {}, 'GET'],
  ['the folder itself', '/assets/', {}, 'GET'],
])('%s is left to what stands behind', async (_, path, headers, method) => {
  expect((await read(path, headers, method)).body).toBe('left')
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../lib/free-port.mjs'
import { serveBehindNginx } from '../lib/nginx.mjs'

const hasNginx = spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0
const typing = test.skipIf(!hasNginx)
const folder = mkdtempSync(join(tmpdir(), 'academy-nginx-'))
const academy = createServer((_, answer) => answer.end('a page'))
let ports = { port: 0, securePort: 0 }
let nginx: ReturnType<typeof serveBehindNginx> | undefined

beforeAll(async () => {
  if (!hasNginx) return
  await new Promise<void>((resolve) => academy.listen(0, '127.0.0.1', resolve))
  ports = { port: await freePort(), securePort: await freePort() }
  nginx = serveBehindNginx(folder, { ...ports, academyPorts: [(academy.address() as AddressInfo).port] })
})
afterAll(async () => {
  await nginx?.stop()
  academy.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Status of a request in the clear. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ports.port, path, headers: { host: 'academy.example' }, agent: false }
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
}

const listens = () => expect.poll(() => statusOf('/').catch(() => 0)).toBe(301)

typing('a page in the clear leads to https; a call of the API in the clear is refused', async () => {
  await listens()
  for (const path of ['/', '/courses', '/authors']) expect(await statusOf(path)).toBe(301)
  for (const path of ['/rest/v1/users', '/auth/v1/token', '/storage/v1/object/x', '/functions/v1/x', '/hooks/x'])
    expect(await statusOf(path)).toBe(403)
})

/** What a TLS client of just these versions and suites agrees on with nginx, or the refusal. */
function agree(options: object): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: ports.securePort, rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
      socket.destroy()
    })
    socket.on('error', () => resolve('refused'))
  })
}

typing(
  'TLS 1.2 and 1.3 with forward secrecy and authenticated encryption are spoken, nothing older or weaker',
  async () => {
    await listens()
    expect(await agree({})).toMatch(/^TLSv1[.]3 TLS_/)
    const only12 = { maxVersion: 'TLSv1.2' }
    expect(await agree(only12)).toMatch(/^TLSv1[.]2 ECDHE-.*(GCM|POLY1305)/)
    expect(await agree({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).toBe('refused')
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'AES256-SHA', 'DHE-RSA-AES128-GCM-SHA256'])
      expect(await agree({ ...only12, ciphers: `${ciphers}:@SECLEVEL=0` })).toBe('refused')
  },
)

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Backend } from '../backend.ts'
import { readConfig } from '../config.ts'

const TOKEN = 'a-token-of-metrics'
const checks = { database: 'ok', schema: 'ok', migrations: 'ok', disk: 'full: 3 MB are left', mail: 'ok' }
const cleanUp: (() => unknown)[] = []
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo()
})

/** An academy whose disk is full, asked over a real socket of this machine. */
async function ask(path: string, settings: Record<string, string>, headers: Record<string, string> = {}) {
  const embedded = { readiness: async () => ({ ready: false, checks }) }
  const server = createServer(
    createApp({
      config: readConfig({ NODE_ENV: 'production', ...settings }),
      backend: { publicUrl: '', anonKey: 'anon', embedded } as unknown as Backend,
      log: pino({ level: 'silent' }),
      site: async () => new Response('a page'),
      freshMs: 0,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(() => server.close())
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })
}

const PUBLIC = { SITE_URL: 'https://academy.example' }
const PROXIED = { ...PUBLIC, CLIENT_ADDRESS_HEADER: 'x-client' }

test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
  ['a site of this machine, asked there', {}, {}, true],
  ['a site of this machine behind a tunnel', {}, { 'x-forwarded-for': '203.0.113.7' }, false],
  ['a public site whose proxy may not name its callers', PUBLIC, {}, false],
  ['a public site, past the proxy', PROXIED, {}, true],
  ['a public site, through the proxy', PROXIED, { 'x-client': '203.0.113.7' }, false],
  [
    'the token',
    { ...PROXIED, METRICS_TOKEN: TOKEN },
    { 'x-client': '203.0.113.7', authorization: `Bearer ${TOKEN}` },
    true,
  ],
  [
    'another token',
    { ...PROXIED, METRICS_TOKEN: TOKEN },
    { 'x-client': '203.0.113.7', authorization: 'Bearer x' },
    false,
  ],
])('why an academy is not ready hears the operator alone: %s', async (_, settings, headers, isTold) => {
  const answer = await ask('/ready', settings, headers)
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', ...(isTold && { checks }) }])
})

test('the metrics tell the same checks as figures', async () => {
  const answer = await ask('/metrics', { ...PUBLIC, METRICS_TOKEN: TOKEN }, { authorization: `Bearer ${TOKEN}` })
  const text = await answer.text()
  expect(text).toContain('check_failing{check="disk"} 1')
  expect(text).toContain('check_failing{check="mail"} 0')
})

import pino from 'pino'
import { expect, test } from 'vitest'
import { createRoutes } from '../app.ts'
import type { Backend } from '../backend.ts'
import { readConfig } from '../config.ts'
import { createPageCache } from './page-cache.ts'

const backend: Backend = {
  publicUrl: 'https://project.example',
  anonKey: 'anon',
  serviceRoleKey: undefined,
  fetch: async () => new Response('{}'),
  close: async () => undefined,
}

const app = (nodeEnv: string) =>
  createRoutes(
    {
      config: readConfig({ NODE_ENV: nodeEnv, SITE_URL: 'https://academy.example' }),
      backend,
      log: pino({ level: 'silent' }),
      site: async () => new Response('a page'),
    },
    createPageCache({ freshMs: 0, maxEntries: 1 }),
  )

const ask = async (url: string, headers: Record<string, string> = {}, nodeEnv = 'production') =>
  (await app(nodeEnv).request(url, { headers })).status

test.each(['academy.example', 'ACADEMY.example:8443', 'localhost:3000', '127.0.0.1', '[::1]:3000'])(
  'answers for %s',
  async (host) => {
    expect(await ask('http://localhost/', { host })).toBe(200)
  },
)

test.each([
  'evil.example',
  'academy.example.evil.example',
  'academy.example@evil.example',
  'evil.example:443',
  '10.0.0.1',
  '',
  'a b',
])('answers 421 to the host %j, for pages and services', async (host) => {
  for (const path of ['/', '/auth/v1/otp', '/rest/v1/courses', '/assets/x.js']) {
    expect(await ask(`http://localhost${path}`, { host })).toBe(421)
  }
})

test('a request line with a foreign host is refused whatever the header says', async () => {
  expect(await ask('http://evil.example/', { host: 'academy.example' })).toBe(421)
})

test('a forwarded host changes nothing', async () => {
  expect(await ask('http://localhost/', { host: 'academy.example', 'x-forwarded-host': 'evil.example' })).toBe(200)
})

test('probes reach the health of the process by its address; the refusal carries the common headers', async () => {
  expect(await ask('http://10.0.0.1/health', { host: '10.0.0.1:3000' })).toBe(200)
  const refused = await app('production').request('http://evil.example/')
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
})

test('while developing every host is answered', async () => {
  expect(await ask('http://evil.example/', { host: 'evil.example' }, 'development')).toBe(200)
})

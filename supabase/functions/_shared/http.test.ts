import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { preflight } from './cors.ts'
import { ask } from './deadline.ts'
import { env, requiredEnv } from './env.ts'
import { clientAddress, json, Refused, readJson, refusal } from './http.ts'
import { respond } from './respond.ts'

const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request('http://localhost/x', { method: 'POST', body, headers })

test('reads JSON whatever the content type says', async () => {
  expect(await readJson(post('{"updates":[1]}', { 'content-type': 'text/plain' }))).toEqual({ updates: [1] })
})

test.each([
  ['no JSON', '{', 400],
  ['nothing', '', 400],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
  ['nested too deep', '['.repeat(33) + ']'.repeat(33), 400],
  ['nested far too deep', '['.repeat(200_000), 400],
  ['too large', `"${'x'.repeat(300_000)}"`, 413],
])('refuses a body that is %s', async (_, body, status) => {
  await expect(readJson(post(body))).rejects.toMatchObject({ name: 'Refused', status })
})

test.each([
  ['a length beyond the limit', { 'content-length': '300000' }, 413],
  ['compressed', { 'content-encoding': 'gzip' }, 415],
])('refuses a body that is %s without reading it', async (_, headers, status) => {
  const request = post('{}', headers)
  await expect(readJson(request)).rejects.toMatchObject({ name: 'Refused', status })
  expect(request.bodyUsed).toBe(false)
})

test('refuses a body that takes too long', async () => {
  vi.useFakeTimers()
  const endless = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as RequestInit
  const refused = expect(readJson(new Request('http://localhost/x', endless))).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(15_000)
  await refused
  vi.useRealTimers()
})

test('what a function asks for has the time of its run', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await respond(post('{}'), () => ask(`http://127.0.0.1:${port}`, { method: 'POST' }), 50)
  expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'TIMED_OUT' }])
  server.closeAllConnections()
  server.close()
})

test('what a function asks for leads nowhere else', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    paths.push(url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(ask(`http://127.0.0.1:${port}/here`, { method: 'POST', redirect: 'follow' })).rejects.toThrow()
  expect(paths).toEqual(['/here'])
  server.closeAllConnections()
  server.close()
})

test('does not count brackets inside strings', async () => {
  const text = '['.repeat(50)
  expect(await readJson(post(JSON.stringify([text, '\\"[[[['])))).toEqual([text, '\\"[[[['])
})

test('answers a preflight and nothing else', () => {
  expect(preflight(new Request('http://localhost/x', { method: 'OPTIONS' }))?.status).toBe(204)
  expect(preflight(post('{}'))).toBeUndefined()
})

test('answers in JSON that no cache keeps', async () => {
  const response = refusal(new Refused(429, 'RATE_LIMITED', 'Too many requests'))
  expect(response.status).toBe(429)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ code: 'RATE_LIMITED', message: 'Too many requests' })
  expect(json([]).headers.get('access-control-allow-origin')).toBe('*')
})

describe('the address of the caller', () => {
  afterEach(() => vi.unstubAllEnvs())
  const addressOf = (headers: HeadersInit, settings: Record<string, string> = {}) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    return clientAddress(post('', headers))
  }
  const forged = '6.6.6.6, 7.7.7.7'
  const TWO = { CLIENT_ADDRESS_HOPS: '2' }
  const HOSTED = { SB_REGION: 'eu-central-1' }
  const REAL_IP = { CLIENT_ADDRESS_HEADER: 'X-Real-IP' }

  test.each<[string, HeadersInit, Record<string, string>, string]>([
    ['the last entry', { 'x-forwarded-for': `${forged}, 203.0.113.7` }, {}, '203.0.113.7'],
    ['the one before a second hop', { 'x-forwarded-for': `${forged}, 203.0.113.7, 10.0.0.1` }, TWO, '203.0.113.7'],
    ['the first of too few', { 'x-forwarded-for': '203.0.113.7' }, TWO, '203.0.113.7'],
    [
      "no word of Cloudflare's where it is not",
      { 'cf-connecting-ip': '6.6.6.6', 'x-forwarded-for': '203.0.113.7' },
      {},
      '203.0.113.7',
    ],
    [
      "Cloudflare's on the platform",
      { 'x-forwarded-for': `${forged}, 10.0.0.1`, 'cf-connecting-ip': '203.0.113.8' },
      HOSTED,
      '203.0.113.8',
    ],
    ['that of another header', { 'x-forwarded-for': forged, 'x-real-ip': '203.0.113.9' }, REAL_IP, '203.0.113.9'],
    ['none where no header has it', {}, {}, ''],
    ['none on the platform without its header', { 'x-forwarded-for': forged }, HOSTED, ''],
  ])('is %s', (_, headers, settings, address) => {
    expect(addressOf(headers, settings)).toBe(address)
  })
})

test('names a missing setting', () => {
  expect(env('A_SETTING_THAT_IS_NOT_SET')).toBeUndefined()
  expect(() => requiredEnv('A_SETTING_THAT_IS_NOT_SET')).toThrow('A_SETTING_THAT_IS_NOT_SET')
})

import { expect, test } from 'vitest'
import { preflight } from './cors.ts'
import { env, requiredEnv } from './env.ts'
import { clientAddress, json, Refused, readJson, refusal } from './http.ts'

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

test('tells the address that the gateway saw', () => {
  expect(clientAddress(post('', { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }))).toBe('203.0.113.7')
  expect(clientAddress(post(''))).toBe('')
})

test('names a missing setting', () => {
  expect(env('A_SETTING_THAT_IS_NOT_SET')).toBeUndefined()
  expect(() => requiredEnv('A_SETTING_THAT_IS_NOT_SET')).toThrow('A_SETTING_THAT_IS_NOT_SET')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('answers a preflight before anything else', async () => {
  const response = await fetch(`${server.url}/rest/v1/anything`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey,prefer' },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
})

test('refuses a path outside the four services', async () => {
  const response = await fetch(`${server.url}/elsewhere`)
  expect(response.status).toBe(404)
})

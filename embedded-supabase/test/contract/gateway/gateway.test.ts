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
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
})

test('refuses a path outside the four services', async () => {
  const response = await fetch(`${server.url}/elsewhere`)
  expect(response.status).toBe(404)
})

test('takes the key from the address when no header has one', async () => {
  const at = (path: string, headers = {}) => fetch(`${server.url}/rest/v1/${path}`, { headers })
  const { anonKey, serviceRoleKey } = server.supabase
  expect((await at(`?apikey=${serviceRoleKey}`)).status).toBe(200)
  expect((await at(`?apikey=${serviceRoleKey}`, { apikey: anonKey })).status).not.toBe(200)
  expect(await (await at(`missing?select=*&apikey=${anonKey}`)).json()).toMatchObject({ code: 'PGRST205' })
  expect((await at('missing?apikey=false')).status).toBe(401)
  const posted = await fetch(`${server.url}/rest/v1/rpc/missing?apikey=${anonKey}`, { method: 'POST', body: '{}' })
  expect(await posted.json()).toMatchObject({ code: 'PGRST202' })
})

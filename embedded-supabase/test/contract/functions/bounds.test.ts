import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FunctionModule } from '../../../src/index.ts'
import { createJwt } from '../../../src/jwt.ts'
import { loadKeys } from '../../../src/keys.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const waiting: (() => void)[] = []
let running = 0
const functions: Record<string, FunctionModule> = {
  holding: {
    load: async () => ({
      async handler() {
        running += 1
        await new Promise<void>((resolve) => waiting.push(resolve))
        running -= 1
        return new Response('ok')
      },
    }),
  },
  refusing: { load: async () => ({ handler: () => new Response('no', { status: 403 }) }) },
  reading: { load: async () => ({ handler: async (request) => new Response(String((await request.text()).length)) }) },
}
functions.open = functions.holding as FunctionModule

const { path: folder, remove } = temporaryFolder()
let server: TestServer
let sign: (claims: Record<string, unknown>) => Promise<string>
beforeAll(async () => {
  server = await startTestServer({
    functions,
    dataDirectory: `${folder}/data`,
    config: '[functions.open]\nverify_jwt = false\n',
  })
  const jwt = await createJwt(await loadKeys(`${folder}/data/keys.json`), `${server.url}/auth/v1`)
  const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3_600 }
  sign = (claims) => jwt.sign({ aud: 'authenticated', role: 'authenticated', ...times, ...claims })
})
afterAll(async () => {
  await server.close()
  remove()
})

const sent: Promise<Response>[] = []
afterEach(async () => {
  const all = Promise.all(sent.splice(0))
  const letGo = setInterval(() => {
    for (const go of waiting.splice(0)) go()
  }, 5)
  await all
  clearInterval(letGo)
})

function send(name: string, address: string, token = server.supabase.anonKey) {
  const headers = { apikey: token, authorization: `Bearer ${token}` }
  const request = new Request(`${server.url}/functions/v1/${name}`, { method: 'POST', headers })
  const answer = server.supabase.fetch(request, { clientAddress: address })
  sent.push(answer)
  return answer
}
const account = (at: number) => sign({ sub: `00000000-0000-4000-8000-0000000000${10 + at}` })
const settled = async (count: number) => {
  await expect.poll(() => running).toBe(count)
  // Whoever may run besides begins within these turns.
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(count)
}

test('an address without an account runs two at once; others go on meanwhile', async () => {
  for (let i = 0; i < 60; i++) void send('holding', '192.0.2.1')
  await settled(2)
  expect((await send('refusing', '192.0.2.2')).status).toBe(403)
})

test('so does one where no token is asked for, with tokens that do not count', async () => {
  for (let i = 0; i < 30; i++) void send('open', '192.0.2.3', `${await account(i)}x`)
  await settled(2)
})

test('where no token is asked for, those that count do for their accounts, and the service key is not counted', async () => {
  for (let i = 0; i < 30; i++) void send('open', '192.0.2.4', await account(i % 10))
  await settled(4)
  for (let i = 0; i < 20; i++) void send('open', '192.0.2.4', server.supabase.secretKey)
  await settled(24)
})

test('an account runs two at once wherever it sends from', async () => {
  const token = await account(1)
  for (let i = 0; i < 30; i++) void send('holding', `198.51.100.${i}`, token)
  await settled(2)
})

test('the accounts of one address run four at once, and the service key is not counted', async () => {
  for (let i = 0; i < 30; i++) void send('holding', '198.51.100.99', await account(i % 10))
  await settled(4)
  for (let i = 0; i < 20; i++) void send('holding', '198.51.100.99', server.supabase.serviceRoleKey)
  await settled(24)
})

test('more than can wait is refused in the words of the protocol', async () => {
  const answers = Array.from({ length: 260 }, () => send('holding', '192.0.2.77'))
  const first = await Promise.race(answers)
  expect([first.status, Number(first.headers.get('retry-after'))]).toEqual([429, 1])
})

/** Sends the beginning of a request by hand; the first so many statuses that were answered. */
async function answersTo(text: string, count = 1) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  const statuses = () => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
    if (statuses().length >= count) socket.destroy()
  })
  socket.write(text)
  await once(socket, 'close')
  return statuses()
}
const head = (name: string, ...more: string[]) =>
  [`POST /functions/v1/${name} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n')
const bearer = () => `Authorization: Bearer ${server.supabase.anonKey}`

test.each([
  ['nobody, with a length', () => head('reading', 'Content-Length: 1000000'), 401],
  ['nobody, without a length', () => `${head('reading', 'Transfer-Encoding: chunked')}5\r\nhello\r\n`, 401],
  ['a wrong token', () => head('reading', 'Content-Length: 1000000', 'Authorization: Bearer x'), 401],
  ['too much, by its length', () => head('reading', 'Content-Length: 1048577', bearer()), 413],
  ['whom the function refuses', () => head('refusing', 'Content-Length: 1000000', bearer()), 403],
])('%s: answered before the body is sent', async (_, request, status) => {
  expect(await answersTo(request())).toEqual([status])
})

test('too much without a length is refused as soon as it is too much', async () => {
  const part = `10000\r\n${'x'.repeat(65_536)}\r\n`
  expect(await answersTo(head('reading', 'Transfer-Encoding: chunked', bearer()) + part.repeat(17))).toEqual([413])
})

test('a body that is refused is no beginning of the next request on its connection', async () => {
  const refused = `${head('reading', 'Content-Length: 60000')}${'GET / HTTP/1.1\r\n'.padEnd(60_000, 'x')}`
  const next = `${head('reading', 'Content-Length: 5', bearer())}hello`
  expect(await answersTo(refused + next, 2)).toEqual([401, 200])
})

import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createDraining } from './draining.ts'
import { listeningPlace } from './listening-socket.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 20 })
const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) server.closeAllConnections()
})

async function open(answerMs = 5) {
  const server = createServer()
  closing.push(server)
  const draining = createDraining(server)
  server.on(
    'request',
    draining.listener((_incoming, outgoing) => void setTimeout(() => outgoing.end('answer'), answerMs)),
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, end: draining.end }
}

/**
 * Status and whether the connection stays, or the code of the failure. A kept connection that the server closed in that
 * moment is no answer: as a proxy does, the request goes again on a new one.
 */
function ask(port: number, path = '/'): Promise<{ status: number | string; connection?: string | undefined }> {
  return new Promise((resolve) => {
    const request = get({ port, path, host: '127.0.0.1', agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET'
      resolve(isStale ? ask(port, path) : { status: error.code ?? error.message })
    })
  })
}

test('before the port closes /ready says so, and pages are still served but end their connection', async () => {
  const { port, end } = await open()
  expect(await ask(port, '/ready')).toEqual({ status: 200, connection: 'keep-alive' })
  const ended = end({ noticeMs: 400, longestMs: 2_000 })
  expect(await ask(port, '/ready')).toEqual({ status: 503, connection: 'close' })
  expect(await ask(port)).toEqual({ status: 200, connection: 'close' })
  await ended
  expect(await ask(port)).toEqual({ status: 'ECONNREFUSED' })
})

test('a request that runs is answered, and one that never ends does not keep the process', async () => {
  const { port, end } = await open(700)
  const running = ask(port)
  await sleep(50)
  await end({ noticeMs: 0, longestMs: 5_000 })
  expect((await running).status).toBe(200)
  const stuck = await open(60_000)
  void ask(stuck.port)
  await sleep(50)
  await stuck.end({ noticeMs: 0, longestMs: 500 })
})

test('two processes that are restarted in turn behind a proxy that asks /ready refuse nothing', async () => {
  const servers = [await open(), await open()]
  const ready = [true, true]
  let isOver = false
  const asking = ready.map(async (_, which) => {
    for (; !isOver; await sleep(5)) ready[which] = (await ask(servers[which]?.port ?? 0, '/ready')).status === 200
  })
  const statuses: (number | string)[] = []
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) {
      const which = ready[turn % 2] ? turn % 2 : (turn + 1) % 2
      statuses.push((await ask(servers[which]?.port ?? 0)).status)
    }
  })
  for (const which of [0, 1, 0, 1]) {
    const old = servers[which]
    await old?.end({ noticeMs: 300, longestMs: 2_000 })
    // At another port, as the old one may be somebody else's by now.
    servers[which] = await open()
    await expect.poll(() => ready[which]).toBe(true)
  }
  isOver = true
  await Promise.all([...clients, ...asking])
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('only the process that systemd named takes its socket', () => {
  const place = { port: 3000, host: '127.0.0.1' }
  expect(listeningPlace(place, { LISTEN_FDS: '1', LISTEN_PID: String(process.pid) })).toEqual({ fd: 3 })
  expect(listeningPlace(place, { LISTEN_FDS: '1', LISTEN_PID: '1' })).toEqual(place)
  expect(listeningPlace(place, {})).toEqual(place)
})

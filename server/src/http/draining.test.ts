import { Agent, createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createDraining } from './draining.ts'
import { listeningPlace } from './listening-socket.ts'
import { commonHeaders } from './security-headers.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 20 })
const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) server.closeAllConnections()
})

async function open(answerMs = 5, workMs = 0) {
  const server = createServer()
  closing.push(server)
  const draining = createDraining(server, commonHeaders('http://localhost'))
  server.on(
    'request',
    draining.listener((_incoming, outgoing) => {
      standStill(workMs)
      setTimeout(() => outgoing.end('answer'), answerMs)
    }),
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

/** Status of an answer on a connection of its own, or the code of the failure. */
const askAnew = (port: number): Promise<number | string> =>
  new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

/** A connection that was used once and stays open. */
async function keep(port: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.on('error', (error) => {
    received += error.message
  })
  socket.on('close', () => {
    received += ' closed'
  })
  const send = () => {
    received = ''
    if (socket.destroyed) received = 'closed'
    else socket.write('GET / HTTP/1.1\r\nhost: academy.test\r\n\r\n')
  }
  const answer = async () => {
    await expect.poll(() => received).toMatch(/answer|closed|EPIPE|ECONNRESET/)
    return received
  }
  send()
  await answer()
  return { send, answer }
}

/** Holds up the whole process, as a busy machine does. */
function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
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

test('connections that wait in the queue of the kernel when the port closes are accepted and answered', async () => {
  const { port, end } = await open()
  // Behind the look at the sockets of this turn: the timers of the next one come before its look.
  await nextTurn()
  const asked = Array.from({ length: 20 }, () => askAnew(port))
  const ended = end({ noticeMs: 0, longestMs: 2_000 })
  process.nextTick(standStill, 20)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  await ended
})

test('a server that has all hands full resets no connection when it closes the port: it is answered or refused', async () => {
  const { port, end } = await open(0, 3)
  const statuses = new Set<number | string>()
  const clients = Array.from({ length: 8 }, async () => {
    let status: number | string
    do {
      status = await askAnew(port)
      statuses.add(status)
    } while (status === 200)
  })
  await expect.poll(() => statuses.size).toBe(1)
  await Promise.all([end({ noticeMs: 0, longestMs: 2_000 }), ...clients])
  expect(statuses).toEqual(new Set([200, 'ECONNREFUSED']))
})

test('the port stays open while a proxy that is slow to notice still sends requests, and no longer', async () => {
  const { port, end } = await open()
  const ended = end({ noticeMs: 1_500, longestMs: 2_000 })
  const began = performance.now()
  const statuses: (number | string)[] = []
  for (; performance.now() - began < 1_700; await sleep(20)) statuses.push(await askAnew(port))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await ended
  const busy = await open()
  let isOver = false
  const busyEnd = busy.end({ noticeMs: 200, longestMs: 2_000 }).then(() => {
    isOver = true
  })
  for (; !isOver; await sleep(20)) await askAnew(busy.port)
  await busyEnd
})

test('a request that arrived on a kept connection before it was looked at is answered and not cut off', async () => {
  const { port, end } = await open()
  const kept = await keep(port)
  const ended = end({ noticeMs: 0, longestMs: 2_000 })
  await sleep(200)
  kept.send()
  // Over the moment in which the idle connections are closed.
  standStill(300)
  expect(await kept.answer()).toMatch(/^HTTP\/1.1 200 /)
  await ended
})

test('kept connections are not closed while requests come on any of them', async () => {
  const { port, end } = await open()
  const all = await Promise.all(Array.from({ length: 5 }, () => keep(port)))
  const ended = end({ noticeMs: 0, longestMs: 5_000 })
  for (const kept of all) {
    await sleep(150)
    kept.send()
    expect(await kept.answer()).toMatch(/^HTTP\/1.1 200 .*connection: close/is)
  }
  await ended
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

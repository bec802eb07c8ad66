import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { lingeringClose } from './lingering-close.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const served: string[] = []
/** Refuses before it reads anything, but for `/read`. */
const plain: RequestListener = (incoming, outgoing) => {
  served.push(incoming.url ?? '')
  if (incoming.url !== '/read') return void outgoing.writeHead(413, { 'content-type': 'text/plain' }).end('too much')
  incoming.resume().once('end', () => outgoing.end('read'))
}
const ofHono = getRequestListener(async (request) => {
  const { pathname } = new URL(request.url)
  served.push(pathname)
  if (pathname !== '/read') return new Response('too much', { status: 413 })
  await request.text()
  return new Response('read')
})

async function open(listener: RequestListener, limits?: Parameters<typeof lingeringClose>[1]): Promise<() => Socket> {
  served.length = 0
  const server = createServer(lingeringClose(listener, limits))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    return socket
  }
}

const MB = 1024 * 1024
const head = (path: string, ...more: string[]) => [`POST ${path} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n')
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

/** Sends everything, reads only then, and gives what was answered and how the connection ended. */
async function hear(socket: Socket, parts: (string | Buffer)[], pauseMs = 0) {
  let text = ''
  let end = 'open'
  socket.setEncoding('utf8').pause()
  socket.on('data', (data) => {
    text += data
  })
  socket.once('end', () => {
    end = 'closed'
  })
  socket.once('error', (error: NodeJS.ErrnoException) => {
    end = error.code ?? 'broken'
  })
  for (const part of parts) {
    if (socket.destroyed) break
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  await sleep(pauseMs)
  socket.resume()
  return {
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    text: () => text,
    end: () => end,
  }
}

test.each([
  ['a listener', plain],
  ['the framework', ofHono],
])('who sends a large body and reads only then hears why it was refused: %s', async (_, listener) => {
  const call = await open(listener)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => hear(call(), [head('/', `Content-Length: ${8 * MB}`), Buffer.alloc(8 * MB)], 700)),
  )
  for (const answer of answers) {
    await expect.poll(answer.end).toBe('closed')
    expect(answer.statuses()).toEqual([413])
    expect(answer.text()).toMatch(/connection: close.*too much/is)
  }
})

test.each([
  ['a listener', plain],
  ['the framework', ofHono],
])('so does who sends it in chunks, or waits to be asked for it: %s', async (_, listener) => {
  const call = await open(listener)
  const chunked = [
    head('/', 'Transfer-Encoding: chunked'),
    ...Array.from({ length: 40 }, () => chunk(65_536)),
    '0\r\n\r\n',
  ]
  const inChunks = await hear(call(), chunked, 700)
  await expect.poll(inChunks.end).toBe('closed')
  expect(inChunks.statuses()).toEqual([413])
  const socket = call()
  const asked = await hear(socket, [head('/', `Content-Length: ${4 * MB}`, 'Expect: 100-continue')])
  await expect.poll(asked.statuses).toEqual([100, 413])
  socket.end(Buffer.alloc(4 * MB))
  await expect.poll(asked.end).toBe('closed')
})

test.each([
  ['a listener', plain],
  ['the framework', ofHono],
])(
  'a short body that is refused, and a long one that is read, leave the connection to the next request: %s',
  async (_, listener) => {
    const call = await open(listener)
    const answer = await hear(call(), [
      head('/', 'Content-Length: 60000'),
      'GET / HTTP/1.1\r\n'.padEnd(60_000, 'x'),
      head('/read', `Content-Length: ${2 * MB}`),
      Buffer.alloc(2 * MB),
      head('/read', 'Content-Length: 5'),
      'hello',
    ])
    await expect.poll(answer.statuses).toEqual([413, 200, 200])
    expect(answer.end()).toBe('open')
  },
)

test('a short body that comes slowly is waited for, too', async () => {
  const call = await open(ofHono)
  const answer = await hear(call(), [head('/', 'Content-Length: 1000'), 'x'.repeat(10)], 1_000)
  await expect.poll(answer.end).toBe('closed')
  expect(answer.statuses()).toEqual([413])
  const socket = call()
  const late = await hear(socket, [head('/', 'Content-Length: 1000'), 'x'.repeat(10)], 1_000)
  socket.write('x'.repeat(990))
  await expect.poll(late.end).toBe('closed')
  expect(late.statuses()).toEqual([413])
})

test('nothing behind a long body that was refused is served: its connection is closed', async () => {
  const call = await open(plain)
  const next = head('/next', 'Content-Length: 0')
  const answer = await hear(call(), [head('/', `Content-Length: ${MB}`), Buffer.alloc(MB), next, next])
  await expect.poll(answer.end).not.toBe('open')
  expect([answer.statuses(), served]).toEqual([[413], ['/']])
})

test('who goes on sending, or never closes, is cut off by bytes and by time', async () => {
  const call = await open(plain, { ms: 60_000, bytes: 4 * MB })
  const endless = call()
  endless.on('error', () => undefined).resume()
  endless.write(head('/', 'Transfer-Encoding: chunked'))
  let bytes = 0
  while (!endless.destroyed) {
    bytes += MB
    if (!endless.write(chunk(MB))) await Promise.race([once(endless, 'drain'), once(endless, 'close')]).catch(() => 0)
  }
  expect(bytes).toBeLessThan(64 * MB)
  const callAgain = await open(plain, { ms: 50, bytes: MB })
  const silent = callAgain()
  silent.on('error', () => undefined).resume()
  silent.write(head('/', `Content-Length: ${MB}`))
  await once(silent, 'close')
})

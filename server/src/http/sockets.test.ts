import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardSockets, type SocketLimits, socketLimits } from './sockets.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A server with the limits, and a function that connects to it and may send something. */
async function open(limits: SocketLimits): Promise<(text?: string) => Socket> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => outgoing.end('done'))
  })
  guardSockets(server, limits)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (text) => {
    const socket = connect(port, '127.0.0.1', () => text && socket.write(text)).on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
}

/** What becomes of a connection: the first bytes of an answer, or its end. */
const fate = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString().slice(0, 12)))
    socket.once('close', () => resolve('closed'))
  })

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const bodyTo = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx`

test('an address holds so many connections; one that ends makes room', async () => {
  const call = await open({ perAddress: 3, bodyMs: 60_000 })
  const idle = [call(), call(), call()]
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  expect(await fate(call(GET))).toBe('closed')
  idle[0]?.destroy()
  await expect.poll(() => fate(call(GET))).toBe('HTTP/1.1 200')
})

test('behind a proxy connections are not counted', () => {
  expect([socketLimits(true).perAddress, socketLimits(false).perAddress]).toEqual([undefined, 100])
})

test.each([
  '/storage/v1/object/videos/a.mp4',
  '/storage/v1/upload/resumable',
  '/storage/v1/upload/resumable?apikey=x',
  '/storage/v1/upload/resumable/dmlkZW9z',
  'http://localhost/storage/v1/upload/resumable',
])('a body that does not come ends its connection; a file may take its time: %s', async (path) => {
  const call = await open({ perAddress: undefined, bodyMs: 50 })
  const upload = call(bodyTo(path))
  const becomes = fate(upload)
  expect(await fate(call(bodyTo('/auth/v1/token')))).toBe('closed')
  upload.write('12345678')
  expect(await becomes).toBe('HTTP/1.1 200')
})

test.each([
  '/storage/v1/object/../../../hooks/inbound-mail',
  '/storage/v1/object/%2e%2e/%2E%2E/../hooks/inbound-mail',
  '/storage/v1/upload/resumables',
  '/hooks/inbound-mail?/storage/v1/object/',
  '//storage/v1/object/videos/a.mp4',
  'http://',
])('only the path as it is served frees a body of its time: %s', async (path) => {
  const call = await open({ perAddress: undefined, bodyMs: 50 })
  expect(await fate(call(bodyTo(path)))).toBe('closed')
})

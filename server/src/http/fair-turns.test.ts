import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A server whose requests hold the event loop, and the callers in the order in which theirs began. */
async function open(holdMs: number) {
  const begun: string[] = []
  const server = createServer()
  servers.push(server)
  const callerOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-caller'])
  server.on(
    'request',
    fairTurns(server, callerOf, (incoming, outgoing) => {
      begun.push(callerOf(incoming))
      const end = performance.now() + holdMs
      while (performance.now() < end);
      outgoing.end('done')
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    begun,
    call: () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .resume(),
  }
}
const ask = (socket: Socket, caller: string) => socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Caller: ${caller}\r\n\r\n`)

test('of a hundred requests that arrive at once those of another caller begin among the first', async () => {
  const { begun, call } = await open(4)
  const many = Array.from({ length: 100 }, call)
  const other = call()
  await Promise.all([...many, other].map((socket) => once(socket, 'connect')))
  for (const socket of many) ask(socket, 'many')
  ask(other, 'other')
  await expect.poll(() => begun.length).toBe(101)
  expect(begun.indexOf('other')).toBeLessThan(40)
})

test('so do those on a connection that a hundred others were opened before', async () => {
  const { begun, call } = await open(4)
  const opened = (caller: string) => {
    const socket = call()
    ask(socket, caller)
  }
  for (let i = 0; i < 100; i++) opened('many')
  opened('other')
  await expect.poll(() => begun.length).toBe(101)
  expect(begun.indexOf('other')).toBeLessThan(40)
})

test('requests of one caller begin in their order, and several in a turn', async () => {
  const { begun, call } = await open(0)
  const socket = call()
  for (let i = 0; i < 50; i++) ask(socket, 'a')
  await expect.poll(() => begun.length).toBe(50)
})

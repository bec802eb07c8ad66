import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { TIMEOUTS } from './timeouts.ts'

test('a connection outlives the idle time of the proxies in front', async () => {
  const server = createServer(TIMEOUTS, (_, outgoing) => outgoing.end('x'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(65)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

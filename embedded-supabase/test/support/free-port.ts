import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems hand out by themselves: no connection of anybody takes one while it is not listened on. */
const LOWEST = 20_000
const HIGHEST = 32_000

/** A port of this machine that nobody listens on, and that stays free until it is listened on, again and again. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}

import type { RequestListener, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request that was on its way when the port closed has arrived by then. */
const QUIET_MS = 300
const LOOK_MS = 50

export type DrainTimes = {
  /** How long `/ready` answers 503 while everything else is still served, so that a proxy goes elsewhere. */
  noticeMs: number
  /** How long requests that run may take after the port was closed. */
  longestMs: number
}

/**
 * Ends a server behind a proxy without refusing or cutting off a request: `/ready` says so first, answers ask for the
 * connection to be closed, then nothing new is accepted, and connections end when they are idle.
 */
export function createDraining(server: Server) {
  let isEnding = false

  const listener =
    (next: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      if (!isEnding) return next(incoming, outgoing)
      outgoing.setHeader('connection', 'close')
      if (incoming.url !== '/ready') return next(incoming, outgoing)
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"stopping"}')
    }

  async function end({ noticeMs, longestMs }: DrainTimes): Promise<void> {
    isEnding = true
    await sleep(noticeMs)
    let isClosed = false
    // An HTTP server would cut off idle connections in the same breath, and with them requests that are on their way.
    NetServer.prototype.close.call(server, () => {
      isClosed = true
    })
    const connections = await countConnections(server)
    if (connections > 0) await sleep(Math.min(QUIET_MS, longestMs))
    for (let waited = QUIET_MS; !isClosed && waited < longestMs; waited += LOOK_MS) {
      server.closeIdleConnections()
      await sleep(LOOK_MS)
    }
  }

  return { listener, end }
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))

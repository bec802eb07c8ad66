import type { RequestListener, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type HeadersOfPath, PLAIN_POLICY } from './security-headers.ts'

const LOOK_MS = 50
/**
 * So many looks in a row without a request, and nobody sends here any more. Looks are counted and not time: a process
 * that was held up for a second has looked once.
 */
const QUIET_LOOKS = 6
/** A turn of the event loop that is over so soon leaves hardly time for anything to arrive behind it. */
const SHORT_TURN_MS = 2
const MOST_CATCHING_UP_MS = 500

export type DrainTimes = {
  /**
   * How long `/ready` answers 503 while everything else is still served, so that a proxy goes elsewhere; while requests
   * still come after that, up to twice as long.
   */
  noticeMs: number
  /** How long requests that run may take after the port was closed. */
  longestMs: number
}

/**
 * Ends a server behind a proxy without refusing or cutting off a request: `/ready` says so first, answers ask for the
 * connection to be closed, then nothing new is accepted, and connections end when they are idle.
 *
 * Two moments are left, which no server can take away. A listening socket that is closed resets every connection that
 * nobody has accepted (Linux, `inet_csk_listen_stop`), so the port is closed right behind a look that found none; a
 * handshake that ends between that look and the closing is still reset, unless somebody else holds the socket, as
 * systemd does. And a kept connection may be closed while a request travels on it (RFC 9112, section 9.5): idle ones stay
 * for as long as requests come on any, as with HAProxy's `idle-close-on-response` and nginx's `keepalive_min_timeout`,
 * and are closed behind such a look, too.
 *
 * @param common headers of every answer, by its path
 */
export function createDraining(server: Server, common: HeadersOfPath) {
  let isEnding = false
  let requests = 0
  let connections = 0
  let held: (() => void)[] | null = null
  server.on('connection', () => {
    connections += 1
  })

  const listener =
    (next: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      if (!isEnding) return next(incoming, outgoing)
      outgoing.setHeader('connection', 'close')
      if (incoming.url === '/ready') {
        const headers = { ...common('/ready'), 'content-security-policy': PLAIN_POLICY, 'cache-control': 'no-store' }
        outgoing.writeHead(503, { ...headers, 'content-type': 'application/json' }).end('{"status":"stopping"}')
        return
      }
      requests += 1
      if (held) held.push(() => next(incoming, outgoing))
      else next(incoming, outgoing)
    }

  async function end({ noticeMs, longestMs }: DrainTimes): Promise<void> {
    isEnding = true
    await untilQuiet(noticeMs, 2 * noticeMs)
    let isClosed = false
    // An HTTP server would cut off idle connections in the same breath, and with them requests that are on their way.
    const closePort = () =>
      void NetServer.prototype.close.call(server, () => {
        isClosed = true
      })
    await caughtUp(closePort)
    const began = performance.now()
    await untilQuiet(0, longestMs, () => isClosed)
    while (!isClosed && performance.now() - began < longestMs) {
      await caughtUp(() => server.closeIdleConnections())
      await sleep(LOOK_MS)
    }
  }

  /** Waits until no request came for some looks, at least and at most so many ms. */
  async function untilQuiet(leastMs: number, mostMs: number, isOver = () => false): Promise<void> {
    const began = performance.now()
    const waited = () => performance.now() - began
    for (let quiet = 0; !isOver() && waited() < mostMs && (waited() < leastMs || quiet < QUIET_LOOKS); ) {
      const before = requests
      await sleep(Math.min(LOOK_MS, mostMs))
      quiet = requests === before ? quiet + 1 : 0
    }
  }

  /**
   * Closes right behind a short turn of the event loop in which no connection came: what had arrived was accepted and
   * read. A turn accepts one connection (libuv), so that those that wait need as many; requests begin afterwards, or
   * their work would make every turn long enough for more.
   */
  async function caughtUp(close: () => void): Promise<void> {
    const waiting: (() => void)[] = []
    held = waiting
    const end = performance.now() + MOST_CATCHING_UP_MS
    // What is left of the present turn may have no look at the sockets in it.
    for (await nextTurn(); performance.now() < end; ) {
      const [before, began] = [connections, performance.now()]
      await nextTurn()
      if (connections === before && performance.now() - began < SHORT_TURN_MS) break
    }
    close()
    held = null
    for (const begin of waiting) setImmediate(begin)
  }

  return { listener, end }
}

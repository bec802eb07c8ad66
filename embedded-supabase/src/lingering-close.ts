import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** A shorter body that was not wanted is read to its end, and its connection serves the next request. */
const SHORT_BYTES = 64 * 1024
/** One connection is read at a time, for so long: what nobody wants holds up nobody else. */
const TURN_MS = 5

export type LingerLimits = {
  /** How long a connection is read behind its last answer, as nginx's `lingering_timeout`. */
  ms: number
  bytes: number
}
const LIMITS: LingerLimits = { ms: 5_000, bytes: 32 * 1024 * 1024 }

/**
 * Lets who is refused before its body was read hear the answer. Where more is on its way than a little, the answer asks
 * for the connection to be closed; behind it our side is closed, and what still comes is discarded until the other side
 * closes, too, or has had its bytes or its time: a connection that is closed with bytes unread is reset, and a reset
 * takes the answer away from who has not read it yet (RFC 9112, section 9.6).
 * @returns the listener; requests behind such a body on the same connection are not served
 */
export function lingeringClose(next: RequestListener, limits = LIMITS): RequestListener {
  const closing = new WeakSet<Socket>()
  const newest = new WeakMap<Socket, IncomingMessage>()
  const discard = createDiscarding(limits)

  /** Node and the framework close a connection by `destroySoon`, whatever has not been read. */
  function watch(socket: Socket): void {
    const { destroySoon } = socket
    let isAsked = false
    socket.destroySoon = () => {
      const incoming = newest.get(socket)
      if (!incoming || incoming.complete) destroySoon.call(socket)
      else if (!isAsked) {
        isAsked = true
        closing.add(socket)
        discard(incoming, socket)
      }
    }
  }

  return (incoming, outgoing) => {
    const { socket } = incoming
    if (closing.has(socket)) return
    if (!incoming.complete) {
      if (!newest.has(socket)) watch(socket)
      newest.set(socket, incoming)
    }
    if (mayBeLong(incoming)) {
      const writeHead = outgoing.writeHead.bind(outgoing) as (...head: unknown[]) => typeof outgoing
      outgoing.writeHead = (...head: unknown[]) => {
        if (!incoming.complete) {
          closing.add(socket)
          outgoing.shouldKeepAlive = false
        }
        return writeHead(...head)
      }
    }
    next(incoming, outgoing)
  }
}

const mayBeLong = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT_BYTES

function createDiscarding({ ms, bytes }: LingerLimits) {
  /** The connections that are read in turn, and what ends each. */
  const waiting = new Map<Socket, { endsAt: number; most: number }>()
  let current: Socket | undefined
  let timer: NodeJS.Timeout | undefined

  function turn(): void {
    current?.pause()
    current = undefined
    for (const [socket, { endsAt, most }] of waiting) {
      if (socket.destroyed) waiting.delete(socket)
      else if (performance.now() > endsAt || socket.bytesRead > most) socket.destroy()
      else current ??= socket
    }
    if (!current) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const limits = waiting.get(current)
    waiting.delete(current)
    if (limits) waiting.set(current, limits)
    current.resume()
  }

  return (incoming: IncomingMessage, socket: Socket) => {
    socket.end()
    incoming.once('end', () => socket.destroy()).resume()
    socket.pause()
    waiting.set(socket, { endsAt: performance.now() + ms, most: socket.bytesRead + bytes })
    timer ??= setInterval(turn, TURN_MS)
  }
}

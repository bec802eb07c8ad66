import type { IncomingMessage, Server } from 'node:http'
import { networkOf } from 'embedded-supabase'

/** Browsers open six; a school behind one address some dozens. */
const PER_ADDRESS = 100
const BODY_MS = 30_000
/** Files take as long as the line of who sends them needs. */
const UPLOAD = /^\/storage\/v1\/(object\/|upload\/resumable(\/|$))/

export type SocketLimits = { perAddress: number | undefined; bodyMs: number }

/** @param behindProxy whether all connections come from one trusted proxy, which counts them itself */
export const socketLimits = (behindProxy: boolean): SocketLimits => ({
  perAddress: behindProxy ? undefined : PER_ADDRESS,
  bodyMs: BODY_MS,
})

/**
 * Ends what only holds a place: more connections from one address than it may have, and bodies that do not come. Headers
 * have their time from the server's own settings.
 */
export function guardSockets(server: Server, { perAddress, bodyMs }: SocketLimits): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const caller = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(caller) ?? 0) + 1
    if (perAddress !== undefined && count > perAddress) {
      socket.destroy()
      return
    }
    open.set(caller, count)
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    })
  })
  server.on('request', (incoming: IncomingMessage) => {
    const { method = '', url = '', socket } = incoming
    if (method === 'GET' || method === 'HEAD' || UPLOAD.test(pathOf(url))) return
    const timer = setTimeout(() => incoming.complete || socket.destroy(), bodyMs).unref()
    incoming.once('close', () => clearTimeout(timer))
  })
}

/** The path by which a request is served: dots in it are resolved before it is routed. */
function pathOf(url: string): string {
  const whole = url.startsWith('/') ? `http://localhost${url}` : url
  return URL.canParse(whole) ? new URL(whole).pathname : ''
}

import type { IncomingMessage, RequestListener, Server } from 'node:http'

/** How long what one caller begins in a turn of the event loop may hold it; what is more begins in the next ones. */
const MOST_MS = 3
/** So long connections that wait are accepted before anything else begins. */
const ACCEPTING_MS = 30

/**
 * Lets callers begin their requests in turns of the event loop. A hundred requests that arrive at once would begin in one
 * turn, and all others wait until the last has; here each turn has a little of every caller. And a turn accepts one
 * connection (libuv 1.45 and newer), so that a new one would wait for as many of these long turns as there are before it:
 * while connections come, turns are kept short.
 * @param callerOf names the caller of a request
 */
export function fairTurns(
  server: Server,
  callerOf: (incoming: IncomingMessage) => string,
  next: RequestListener,
): RequestListener {
  const waiting = new Map<string, (() => void)[]>()
  const spentMs = new Map<string, number>()
  let isPlanned = false
  let [connections, seen] = [0, 0]
  let acceptsUntil: number | undefined

  server.on('connection', () => {
    connections += 1
    acceptsUntil ??= performance.now() + ACCEPTING_MS
    plan()
  })

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(turn)
  }

  function turn(): void {
    isPlanned = false
    spentMs.clear()
    if (acceptsUntil !== undefined) {
      const isQuiet = connections === seen
      seen = connections
      if (!isQuiet && performance.now() < acceptsUntil) {
        plan()
        return
      }
      acceptsUntil = undefined
    }
    for (const [caller, requests] of waiting) {
      while (requests.length > 0 && !isSpent(caller)) begin(caller, requests.shift())
      if (requests.length === 0) waiting.delete(caller)
    }
    if (waiting.size > 0) plan()
  }

  const isSpent = (caller: string) => (spentMs.get(caller) ?? 0) >= MOST_MS

  function begin(caller: string, request?: () => void): void {
    const began = performance.now()
    request?.()
    spentMs.set(caller, (spentMs.get(caller) ?? 0) + performance.now() - began)
    plan()
  }

  return (incoming, outgoing) => {
    const caller = callerOf(incoming)
    const request = () => next(incoming, outgoing)
    const before = waiting.get(caller)
    if (before) before.push(request)
    else if (acceptsUntil === undefined && !isSpent(caller)) begin(caller, request)
    else {
      waiting.set(caller, [request])
      plan()
    }
  }
}

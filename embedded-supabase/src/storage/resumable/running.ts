import { beingSent } from './errors.ts'

/** Which uploads are being written to by a request of this process. */
export type Running = ReturnType<typeof createRunning>

export function createRunning() {
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>()

  /** Does something with an upload that no other request may do meanwhile. @throws 423 when one does already */
  async function alone<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    if (running.has(id)) throw beingSent()
    const stop = new AbortController()
    const done = work(stop.signal).finally(() => running.delete(id))
    running.set(id, { stop, ended: done.catch(() => undefined) })
    return done
  }

  return {
    alone,
    has: (id: string) => running.has(id),

    /** The same after cutting off the request that writes now, if any, and after all of its bytes are kept. */
    async takeOver<T>(id: string, work: () => Promise<T>): Promise<T> {
      for (let other = running.get(id); other; other = running.get(id)) {
        other.stop.abort()
        await other.ended
      }
      return alone(id, work)
    },
  }
}

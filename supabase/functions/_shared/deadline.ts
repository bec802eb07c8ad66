import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<AbortSignal>()

/** Runs work that has so many milliseconds: what it asks for by {@link ask} breaks off then with a `TimeoutError`. */
export const within = <Value>(ms: number, work: () => Promise<Value>): Promise<Value> =>
  running.run(AbortSignal.timeout(ms), work)

/** Fetches within the time of the run, and follows no redirect: keys go nowhere else. @throws TimeoutError, whatever fetch throws */
export const ask = (address: string | URL, init: RequestInit): Promise<Response> =>
  fetch(address, { ...init, redirect: 'error', signal: running.getStore() ?? null })

import { setTimeout as sleep } from 'node:timers/promises'
import type { FunctionHandler, FunctionModule, LogEntry } from '../options.ts'
import { type Environment, inEnvironment, servedHandler } from './environment.ts'

/** Why a function gave no answer of its own. */
export class FunctionFailure extends Error {
  override name = 'FunctionFailure'
  constructor(
    readonly reason: 'boot' | 'crash' | 'timeout',
    cause?: unknown,
  ) {
    super(reason, { cause })
  }
}

export type FunctionHost = {
  has(name: string): boolean
  /** Loads the functions one after the other, so that no first call has to wait; what fails is logged and tried again then. */
  prepare(closing: AbortSignal): Promise<void>
  /** Calls a function; its own calls name the run. @throws FunctionFailure when it cannot be loaded, fails or takes too long. */
  call(name: string, request: Request, run: string): Promise<Response>
}

export type FunctionHostOptions = {
  functions: Record<string, FunctionModule>
  environment: Environment
  /** Longest time to the first byte of the answer. */
  wallClockMs: number
  log: (entry: LogEntry) => void
}

/** Between two functions that are prepared others are served. */
const PAUSE_MS = 20

/** Loads each function once, at its first call unless before, and calls it; one that failed to load is tried again. */
export function createFunctionHost({ functions, environment, wallClockMs, log }: FunctionHostOptions): FunctionHost {
  const loaded = new Map<string, Promise<FunctionHandler>>()

  async function load(name: string): Promise<FunctionHandler> {
    const handler = await inEnvironment(environment, log, async () => {
      const exported = await functions[name]?.load()
      return exported?.handler ?? exported?.default?.fetch ?? servedHandler()
    })
    if (typeof handler !== 'function') throw new Error(`The function ${name} neither exports a handler nor serves one`)
    return handler
  }

  function handlerOf(name: string): Promise<FunctionHandler> {
    const known = loaded.get(name)
    if (known) return known
    const loading = load(name)
    loaded.set(name, loading)
    loading.catch(() => loaded.delete(name))
    return loading
  }

  function tell(name: string, reason: FunctionFailure['reason'], error: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', part: 'functions', message: `function ${name}: ${reason}`, error: detail })
  }

  function fail(name: string, reason: FunctionFailure['reason'], error: unknown): never {
    tell(name, reason, error)
    throw new FunctionFailure(reason, error)
  }

  return {
    has: (name) => Object.hasOwn(functions, name),
    async prepare(closing) {
      for (const name of Object.keys(functions)) {
        await sleep(PAUSE_MS, undefined, { ref: false })
        if (closing.aborted) return
        await handlerOf(name).catch((error: unknown) => tell(name, 'boot', error))
      }
    },
    async call(name, request, run) {
      const handler = await handlerOf(name).catch((error: unknown) => fail(name, 'boot', error))
      const stop = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          stop.abort()
          reject(new FunctionFailure('timeout'))
        }, wallClockMs)
      })
      const signal = AbortSignal.any([request.signal, stop.signal])
      const answer = inEnvironment(environment, log, async () => handler(new Request(request, { signal })), run)
      answer.catch(() => undefined)
      try {
        const response = await Promise.race([answer, timeout])
        if (!(response instanceof Response)) throw new Error('The handler returned no Response')
        return response
      } catch (error) {
        return fail(name, error instanceof FunctionFailure ? error.reason : 'crash', error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { RUN_HEADER } from '../forwarding.ts'
import type { FunctionHandler, FunctionLimits, FunctionModule, LogEntry } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import type { Runs } from './runs.ts'

/** What the part that runs functions is given. */
export type FunctionsDependencies = PartDependencies & {
  functions: Record<string, FunctionModule>
  environment: Record<string, string>
  limits?: FunctionLimits | undefined
  runs: Runs
}

export type Environment = Readonly<Record<string, string>>

/** What the code of a function finds around it; `served` is what it gave to `Deno.serve` while it was loaded. */
type Scope = { environment: Environment; log: Log; run?: string | undefined; served?: FunctionHandler }

type Log = (entry: LogEntry) => void

const current = new AsyncLocalStorage<Scope>()

/**
 * The variables a function finds: those every Supabase function has, the mail server, and the host's own, which win.
 */
export function functionEnvironment(dependencies: FunctionsDependencies): Environment {
  const { keys, externalUrl, siteUrl, mailer, environment } = dependencies
  const { smtp } = mailer
  return {
    SUPABASE_URL: externalUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SITE_URL: siteUrl,
    ...(smtp && {
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      SMTP_SECURE: String(smtp.secure),
      ...(smtp.user && { SMTP_USER: smtp.user, SMTP_PASSWORD: smtp.password ?? '' }),
      MAIL_FROM: smtp.from,
      ...(mailer.isCaught && { SMTP_CAUGHT: 'true' }),
    }),
    ...environment,
  }
}

/**
 * Runs a function's code so that it, and all it starts, reads `Deno.env` of this host and fails in its log.
 * @param id names the run in what the code asks of its project
 */
export function inEnvironment<T>(environment: Environment, log: Log, run: () => T, id?: string): T {
  offerDeno()
  return current.run({ environment, log, run: id }, run)
}

/** The handler that the code running now has given to `Deno.serve`. */
export const servedHandler = (): FunctionHandler | undefined => current.getStore()?.served

/** The log of the host whose function started the code now running; undefined when none did. */
export const logOfFunction = (): Log | undefined => current.getStore()?.log

/** Makes `globalThis.Deno` exist inside functions and nowhere else in the process. */
function offerDeno(): void {
  if ('Deno' in globalThis) return
  subscribe('undici:request:create', nameRun)
  Object.defineProperty(globalThis, 'Deno', {
    configurable: true,
    get() {
      const scope = current.getStore()
      return scope && denoOf(scope)
    },
  })
}

/** Names the run in a request that `fetch` is about to send to the function's own project, and in no other. */
function nameRun(message: unknown): void {
  const { environment, run } = current.getStore() ?? {}
  const { request } = message as { request: { origin: string | URL; addHeader(name: string, value: string): void } }
  if (run && String(new URL(request.origin)) === String(new URL('/', environment?.SUPABASE_URL)))
    request.addHeader(RUN_HEADER, run)
}

type ServeOptions = { handler?: FunctionHandler }

/** The part of Deno's interface that functions of a Supabase project need: their variables, and where they are served. */
function denoOf(scope: Scope) {
  const { environment } = scope
  return {
    env: { get: (name: string) => environment[name], toObject: () => ({ ...environment }) },
    /** Takes a handler, options and a handler, or options with one; address and port are the host's. */
    serve(first: FunctionHandler | ServeOptions, second?: FunctionHandler) {
      const handler = second ?? (typeof first === 'function' ? first : first.handler)
      if (handler) scope.served = handler
    },
  }
}

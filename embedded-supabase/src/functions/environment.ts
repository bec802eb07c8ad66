import { AsyncLocalStorage } from 'node:async_hooks'
import type { FunctionsDependencies } from './index.ts'

export type Environment = Readonly<Record<string, string>>

const current = new AsyncLocalStorage<Environment>()

/**
 * The variables a function finds: those every Supabase function has, the mail server, and the host's own, which win.
 */
export function functionEnvironment(dependencies: FunctionsDependencies): Environment {
  const { keys, externalUrl, siteUrl, mailer, environment } = dependencies
  const { smtp } = mailer
  return {
    SUPABASE_URL: externalUrl,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SITE_URL: siteUrl,
    ...(smtp && {
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      SMTP_SECURE: String(smtp.secure),
      ...(smtp.user && { SMTP_USER: smtp.user, SMTP_PASSWORD: smtp.password ?? '' }),
      MAIL_FROM: smtp.from,
    }),
    ...environment,
  }
}

/** Runs a function's code so that it, and all it starts, reads `Deno.env` of this host. */
export function inEnvironment<T>(environment: Environment, run: () => T): T {
  offerDeno()
  return current.run(environment, run)
}

/** Whether the code now running was started by a function. */
export function isInsideFunction(): boolean {
  return current.getStore() !== undefined
}

/** Makes `globalThis.Deno` exist inside functions and nowhere else in the process. */
function offerDeno(): void {
  if ('Deno' in globalThis) return
  Object.defineProperty(globalThis, 'Deno', {
    configurable: true,
    get() {
      const environment = current.getStore()
      return environment && { env: { get: (name: string) => environment[name], toObject: () => ({ ...environment }) } }
    },
  })
}

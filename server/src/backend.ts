import { type EmbeddedSupabase, startEmbeddedSupabase } from 'embedded-supabase'
import type { Logger } from 'pino'
import { type Config, isPrivate } from './config.ts'
import { functions } from './functions.ts'
import { alarms } from './http/metrics.ts'

/** The Supabase behind the academy: the embedded one, or a project elsewhere. */
export type Backend = {
  /** Present when Supabase runs in this process. */
  embedded?: EmbeddedSupabase
  /** Address for callers outside the process; empty when it is the site's own. */
  publicUrl: string
  /** The key that every page has: publishable, or the legacy anonymous one of a project elsewhere. */
  anonKey: string
  /** The key that passes row level security: secret, or the legacy service key. */
  serviceRoleKey: string | undefined
  /** Reaches Supabase from inside the process, without a socket where it can. */
  fetch: typeof fetch
  /** The same for what a caller wants, who is counted by the address; a project elsewhere counts this server instead. */
  fetchAs(clientAddress: string): typeof fetch
  close(): Promise<void>
}

/** Fetch that carries no key to where an answer points. */
export const fetchWithoutCredentials: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })

/** Starts the embedded Supabase, or points at the project that the settings name. */
export async function startBackend(config: Config, log: Logger): Promise<Backend> {
  if (config.remoteSupabase) {
    const { url, anonKey, serviceRoleKey } = config.remoteSupabase
    return {
      publicUrl: url,
      anonKey,
      serviceRoleKey,
      fetch: fetchWithoutCredentials,
      fetchAs: () => fetchWithoutCredentials,
      close: async () => undefined,
    }
  }
  if (!config.smtp && !isPrivate(config)) {
    log.warn('no SMTP_HOST is set and the site is public: mails wait in the outbox until there is one')
  }
  if (config.smtp && !config.hasSender) {
    log.warn('MAIL_FROM is not set: mails leave as academy@localhost, which other mail servers refuse')
  }
  const embedded = await startEmbeddedSupabase({
    dataDirectory: config.dataDirectory,
    databaseUrl: config.databaseUrl,
    siteUrl: config.siteUrl,
    externalUrl: config.siteUrl,
    projectDirectory: config.projectDirectory,
    functions,
    functionEnvironment: {
      SUPABASE_URL: config.localUrl,
      SITE_URL: config.siteUrl,
      MAIL_FROM: config.mailFrom,
      ...config.functionSettings,
    },
    smtp: config.smtp,
    s3: config.s3,
    mailbox: !config.smtp && isPrivate(config),
    holds: { mail: `public.is_outgoing_held('sign_in')`, files: 'private.is_outgoing_held()' },
    log({ level, part, message, ...details }) {
      if (typeof details.alarm === 'string') alarms.inc({ alarm: details.alarm })
      log[level]({ part, ...details }, message)
    },
  })
  return {
    embedded,
    publicUrl: '',
    anonKey: embedded.publishableKey,
    serviceRoleKey: embedded.secretKey,
    fetch: (input, init) => embedded.fetch(new Request(input, init), { clientAddress: '127.0.0.1', inProcess: true }),
    fetchAs: (clientAddress) => (input, init) => embedded.fetch(new Request(input, init), { clientAddress }),
    close: () => embedded.close(),
  }
}

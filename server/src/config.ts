import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { beginsWithTls } from '../../supabase/functions/_shared/smtp-ports.ts'
import { readS3, readSettings, wordsOf } from './settings.ts'

/** The repository's root, wherever the program was started from or built to. */
export const ROOT = dirname(dirname(createRequire(import.meta.url).resolve('embedded-supabase/package.json')))

/** Where this machine reaches the server, whatever the public address is. */
export function localUrl(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** The sender while none is named; only a mailbox on this machine takes its mails. */
const LOCAL_SENDER = '"האקדמיה לפיננסים" <academy@localhost>'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Whether nobody but this machine reaches the site: only then are caught mails shown. */
export const isPrivate = ({ host, siteUrl }: Pick<Config, 'host' | 'siteUrl'>): boolean =>
  LOOPBACK.test(host) && LOOPBACK.test(new URL(siteUrl).hostname)

/** The project that the settings name; its present keys count before the legacy ones. */
function remoteOf(env: ReturnType<typeof readSettings>) {
  const anonKey = env.SUPABASE_PUBLISHABLE_KEY ?? env.SUPABASE_ANON_KEY
  if (!env.SUPABASE_URL || !anonKey) return undefined
  return { url: env.SUPABASE_URL, anonKey, serviceRoleKey: env.SUPABASE_SECRET_KEY ?? env.SUPABASE_SERVICE_ROLE_KEY }
}

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the environment once, at start.
 * @throws with the names of the wrong settings, never their values.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(environment)
  const production = env.NODE_ENV === 'production'
  return Object.freeze({
    production,
    host: env.HOST,
    port: env.PORT,
    localUrl: localUrl(env.HOST, env.PORT),
    stopDelayMs: env.STOP_DELAY * 1_000,
    siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    dataDirectory: resolve(ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    remoteSupabase: remoteOf(env),
    seedDemo: env.SEED_DEMO,
    smtp: env.SMTP_HOST
      ? {
          host: env.SMTP_HOST,
          port: env.SMTP_PORT,
          secure: env.SMTP_SECURE ?? beginsWithTls(env.SMTP_PORT),
          user: env.SMTP_USER,
          password: env.SMTP_PASSWORD,
          from: env.MAIL_FROM ?? LOCAL_SENDER,
        }
      : undefined,
    mailFrom: env.MAIL_FROM ?? LOCAL_SENDER,
    hasSender: env.MAIL_FROM !== undefined,
    inboundMail: Object.freeze({
      /** 0: nothing listens. */
      port: env.INBOUND_MAIL_PORT,
      host: env.INBOUND_MAIL_HOST,
      protocol: env.INBOUND_MAIL_PROTOCOL,
      trustedServer: env.INBOUND_MAIL_SERVER,
      secret: env.INBOUND_MAIL_SECRET,
    }),
    mailEventsSecret: env.MAIL_EVENTS_SECRET,
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER?.toLowerCase(),
    clientAddressHops: env.CLIENT_ADDRESS_HOPS,
    metricsToken: env.METRICS_TOKEN,
    /** Of the functions of `supabase/functions`, under the same names. */
    functionSettings: Object.freeze({
      ...(env.VIMEO_TOKEN && { VIMEO_TOKEN: env.VIMEO_TOKEN }),
      ...(env.VIMEO_API_URL && { VIMEO_API_URL: env.VIMEO_API_URL }),
    }),
    /** Public keys that backups are encrypted for; none leaves those of the command and the timer in the clear. */
    backupRecipients: wordsOf(env.BACKUP_RECIPIENTS ?? ''),
    /** Of one command, to make or to open an archive. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    s3: readS3(env),
    logLevel: env.LOG_LEVEL,
    projectDirectory: join(ROOT, 'supabase'),
    webBuild: join(ROOT, 'web', 'build'),
  })
}

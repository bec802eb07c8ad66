import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

/** The repository's root, wherever the program was started from or built to. */
export const ROOT = dirname(dirname(createRequire(import.meta.url).resolve('embedded-supabase/package.json')))

const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined)

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false', ''])
    .optional()
    .transform((value) => (value ? value === '1' || value === 'true' : fallback))

const schema = z
  .object({
    NODE_ENV: z.string().default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    SITE_URL: optional,
    DATA_DIR: z.string().default('data'),
    DATABASE_URL: optional,
    SUPABASE_URL: optional,
    SUPABASE_ANON_KEY: optional,
    SUPABASE_SERVICE_ROLE_KEY: optional,
    SEED_DEMO: flag(true),
    SMTP_HOST: optional,
    SMTP_PORT: z.coerce.number().int().default(587),
    SMTP_SECURE: flag(false),
    SMTP_USER: optional,
    SMTP_PASSWORD: optional,
    MAIL_FROM: z.string().default('"האקדמיה לפיננסים" <academy@localhost>'),
    CLIENT_ADDRESS_HEADER: optional,
    METRICS_TOKEN: z.string().min(16).optional(),
    STORAGE_S3_ENDPOINT: optional,
    STORAGE_S3_REGION: z.string().default('us-east-1'),
    STORAGE_S3_BUCKET: optional,
    STORAGE_S3_ACCESS_KEY_ID: optional,
    STORAGE_S3_SECRET_ACCESS_KEY: optional,
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .refine((env) => !env.SUPABASE_URL || env.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_ANON_KEY'],
    message: 'must be set together with SUPABASE_URL',
  })
  .refine((env) => !env.STORAGE_S3_ENDPOINT || readS3(env), {
    path: ['STORAGE_S3_BUCKET', 'STORAGE_S3_ACCESS_KEY_ID', 'STORAGE_S3_SECRET_ACCESS_KEY'],
    message: 'must be set together with STORAGE_S3_ENDPOINT',
  })
  .refine((env) => !env.DATABASE_URL || /^postgres(ql)?:\/\//.test(env.DATABASE_URL), {
    path: ['DATABASE_URL'],
    message: 'must be a postgres:// address',
  })

type S3Environment = {
  STORAGE_S3_ENDPOINT: string | undefined
  STORAGE_S3_REGION: string
  STORAGE_S3_BUCKET: string | undefined
  STORAGE_S3_ACCESS_KEY_ID: string | undefined
  STORAGE_S3_SECRET_ACCESS_KEY: string | undefined
}

/** The S3-compatible service that keeps stored files; undefined means the data folder does. */
function readS3(env: S3Environment) {
  const { STORAGE_S3_ENDPOINT: endpoint, STORAGE_S3_BUCKET: bucket } = env
  const { STORAGE_S3_ACCESS_KEY_ID: accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.STORAGE_S3_REGION }
}

/** Where this machine reaches the server, whatever the public address is. */
function localUrl(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Whether nobody but this machine reaches the site: only then are caught mails shown. */
export const isPrivate = ({ host, siteUrl }: Pick<Config, 'host' | 'siteUrl'>): boolean =>
  LOOPBACK.test(host) && LOOPBACK.test(new URL(siteUrl).hostname)

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the environment once, at start.
 * @throws with the names of the wrong settings, never their values.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const result = schema.safeParse(environment)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The settings are not valid:\n${problems.join('\n')}`)
  }
  const env = result.data
  const production = env.NODE_ENV === 'production'
  return Object.freeze({
    production,
    host: env.HOST,
    port: env.PORT,
    localUrl: localUrl(env.HOST, env.PORT),
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDirectory: resolve(ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    remoteSupabase:
      env.SUPABASE_URL && env.SUPABASE_ANON_KEY
        ? {
            url: env.SUPABASE_URL.replace(/\/$/, ''),
            anonKey: env.SUPABASE_ANON_KEY,
            serviceRoleKey: env.SUPABASE_SERVICE_ROLE_KEY,
          }
        : undefined,
    seedDemo: env.SEED_DEMO,
    smtp: env.SMTP_HOST
      ? {
          host: env.SMTP_HOST,
          port: env.SMTP_PORT,
          secure: env.SMTP_SECURE,
          user: env.SMTP_USER,
          password: env.SMTP_PASSWORD,
          from: env.MAIL_FROM,
        }
      : undefined,
    mailFrom: env.MAIL_FROM,
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER?.toLowerCase(),
    metricsToken: env.METRICS_TOKEN,
    s3: readS3(env),
    logLevel: env.LOG_LEVEL,
    projectDirectory: join(ROOT, 'supabase'),
    webBuild: join(ROOT, 'web', 'build'),
  })
}

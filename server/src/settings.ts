import { checkRecipient, readConnection, senderAddress } from 'embedded-supabase'
import { z } from 'zod'
import { hookKeys } from './http/signed-hook.ts'

const optional = z.string().optional()
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

const flag = <Fallback extends boolean | undefined>(fallback: Fallback) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: 'must be 0 or 1' })
    .optional()
    .transform((value) => (value ? value === '1' || value === 'true' : fallback))

const port = (lowest: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error: `must be a number from ${lowest} to 65535`, abort: true })
    .transform(Number)
    .refine((value) => value >= lowest && value <= 65_535, { error: `must be a number from ${lowest} to 65535` })
    .default(fallback)

/** An http address; given back without the slash at its end. */
const address = (isRight: (url: URL) => boolean, error: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:\/\//i.test(value) && isRight(new URL(value)), { error })
    .transform((value) => value.replace(/\/$/, ''))
    .optional()

const isOrigin = ({ pathname, search, hash, username }: URL) => pathname === '/' && !search && !hash && !username

const schema = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], { error: 'must be production or development' })
      .default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: port(0, 3000),
    SITE_URL: address(isOrigin, 'must be the whole address with https:// (or http://) and no path behind the name'),
    STOP_DELAY: z.coerce.number().min(0).max(60, { error: 'must be seconds, at most 60' }).default(0),
    DATA_DIR: z.string().default('data'),
    DATABASE_URL: optional,
    SUPABASE_URL: address(isOrigin, 'must be the whole address of the project with https://'),
    SUPABASE_PUBLISHABLE_KEY: optional,
    SUPABASE_SECRET_KEY: optional,
    SUPABASE_ANON_KEY: optional,
    SUPABASE_SERVICE_ROLE_KEY: optional,
    SEED_DEMO: flag(true),
    VIMEO_TOKEN: optional,
    VIMEO_API_URL: address(isOrigin, 'must be the whole address with https:// and no path behind the name'),
    SMTP_HOST: optional,
    SMTP_PORT: port(1, 587),
    SMTP_SECURE: flag(undefined),
    SMTP_USER: optional,
    SMTP_PASSWORD: optional,
    MAIL_FROM: z
      .string()
      .refine((value) => senderAddress(value) !== undefined, {
        error: 'has no address: say it as `Name <address@domain>` or as the address alone',
      })
      .optional(),
    INBOUND_MAIL_PORT: port(1, 0),
    INBOUND_MAIL_HOST: z.string().default('127.0.0.1'),
    INBOUND_MAIL_PROTOCOL: z.enum(['lmtp', 'smtp'], { error: 'must be lmtp or smtp' }).default('lmtp'),
    INBOUND_MAIL_SERVER: z
      .string()
      .regex(/^[\w.-]{1,253}$/, { error: 'must be the name that your mail server writes into Authentication-Results' })
      .optional(),
    INBOUND_MAIL_SECRET: optional,
    MAIL_EVENTS_SECRET: optional,
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[\w-]+$/, { error: 'must be the name of one header, such as x-forwarded-for' })
      .optional(),
    CLIENT_ADDRESS_HOPS: z
      .string()
      .regex(/^[1-9]$/, { error: 'must be a number from 1 to 9' })
      .transform(Number)
      .default(1),
    BACKUP_RECIPIENTS: optional,
    BACKUP_PASSPHRASE: optional,
    METRICS_TOKEN: z
      .string()
      .min(16, { error: 'must have at least 16 characters; leave the line out to have no /metrics' })
      .optional(),
    STORAGE_S3_ENDPOINT: address(() => true, 'must be the whole address of the service with https://'),
    STORAGE_S3_REGION: z.string().default('us-east-1'),
    STORAGE_S3_BUCKET: optional,
    STORAGE_S3_ACCESS_KEY_ID: optional,
    STORAGE_S3_SECRET_ACCESS_KEY: optional,
    LOG_LEVEL: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` }).default('info'),
  })
  .refine((env) => !env.SUPABASE_URL || env.SUPABASE_PUBLISHABLE_KEY || env.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_PUBLISHABLE_KEY'],
    error: 'must be set together with SUPABASE_URL (or the legacy SUPABASE_ANON_KEY)',
  })
  .refine((env) => !env.STORAGE_S3_ENDPOINT || readS3(env), {
    path: ['STORAGE_S3_BUCKET', 'STORAGE_S3_ACCESS_KEY_ID', 'STORAGE_S3_SECRET_ACCESS_KEY'],
    error: 'must be set together with STORAGE_S3_ENDPOINT',
  })
  .refine((env) => (env.SMTP_USER === undefined) === (env.SMTP_PASSWORD === undefined), {
    path: ['SMTP_USER', 'SMTP_PASSWORD'],
    error: 'must be set together',
  })
  .refine((env) => env.SMTP_HOST || !env.SMTP_USER, {
    path: ['SMTP_HOST'],
    error: 'must be set together with SMTP_USER',
  })
  .superRefine(({ DATABASE_URL, INBOUND_MAIL_SECRET, MAIL_EVENTS_SECRET, BACKUP_RECIPIENTS }, context) => {
    for (const [name, value, read] of [
      ['DATABASE_URL', DATABASE_URL, readConnection],
      ['INBOUND_MAIL_SECRET', INBOUND_MAIL_SECRET, hookKeys],
      ['MAIL_EVENTS_SECRET', MAIL_EVENTS_SECRET, hookKeys],
      ['BACKUP_RECIPIENTS', BACKUP_RECIPIENTS, (value: string) => wordsOf(value).forEach(checkRecipient)],
    ] as const) {
      try {
        if (value) read(value)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        context.addIssue({ code: 'custom', path: [name], message })
      }
    }
  })

/** The words of a setting that holds several. */
export const wordsOf = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean)

type Settings = z.infer<typeof schema>

type S3Settings = {
  STORAGE_S3_ENDPOINT?: string | undefined
  STORAGE_S3_REGION: string
  STORAGE_S3_BUCKET?: string | undefined
  STORAGE_S3_ACCESS_KEY_ID?: string | undefined
  STORAGE_S3_SECRET_ACCESS_KEY?: string | undefined
}
/** The S3-compatible service that keeps stored files; undefined means the data folder does. */
export function readS3(env: S3Settings) {
  const { STORAGE_S3_ENDPOINT: endpoint, STORAGE_S3_BUCKET: bucket } = env
  const { STORAGE_S3_ACCESS_KEY_ID: accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.STORAGE_S3_REGION }
}

/**
 * Checks the settings of an environment. An empty one is as left out, but for METRICS_TOKEN: a secret that came out empty
 * is a mistake.
 * @throws with the names of the wrong settings, never their values
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.entries(environment).filter(([name, value]) => value !== '' || name === 'METRICS_TOKEN')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join(', ')}: ${message}`)
  throw new Error(`The settings are not valid:\n${problems.join('\n')}`)
}

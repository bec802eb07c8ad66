import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const hook = z.object({ enabled: z.boolean().default(true), uri: z.string() })
const limit = (normal: number) => z.number().int().nonnegative().default(normal)
const template = z.object({ subject: z.string(), content_path: z.string() })

/** What a password must contain, in the words of Supabase's `config.toml`; empty for anything. */
export const PASSWORD_REQUIREMENTS = [
  '',
  'letters_digits',
  'lower_upper_letters_digits',
  'lower_upper_letters_digits_symbols',
] as const

const isExpression = (source: string): boolean => {
  try {
    return Boolean(new RegExp(source))
  } catch {
    return false
  }
}

/**
 * The part of Supabase's `config.toml` that this server reads; unknown settings are left alone. A setting that is left out
 * has the default of the Supabase command-line tool (the template of `supabase init`), unless it says otherwise here.
 */
const schema = z.object({
  api: z
    .object({
      /** Without the tool's `graphql_public`: there is no GraphQL here. */
      schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.number().int().positive().default(1000),
      /** Whether `sum()`, `count()` and the like may be selected; off, as on a hosted project. */
      aggregates_enabled: z.boolean().default(false),
    })
    .prefault({}),
  auth: z
    .object({
      /** The server is told its addresses when it is started; the command takes this one unless told otherwise. */
      site_url: z.string().default('http://127.0.0.1:3000'),
      additional_redirect_urls: z.array(z.string()).default(['https://127.0.0.1:3000']),
      /**
       * Path and query of every page that mailed links may lead to, as regular expressions of the whole of it. Any other
       * `redirect_to` leads to the site, also one that GoTrue would follow because it is a page of the site.
       */
      redirect_targets: z.array(z.string().startsWith('/').refine(isExpression)).optional(),
      jwt_expiry: z.number().int().min(120).max(604_800).default(3600),
      enable_signup: z.boolean().default(true),
      enable_anonymous_sign_ins: z.boolean().default(false),
      enable_refresh_token_rotation: z.boolean().default(true),
      refresh_token_reuse_interval: z.number().int().nonnegative().default(10),
      minimum_password_length: z.number().int().min(1).max(72).default(6),
      password_requirements: z.enum(PASSWORD_REQUIREMENTS).default(''),
      email: z
        .object({
          enable_signup: z.boolean().default(true),
          enable_confirmations: z.boolean().default(false),
          /** Whether passwords are kept and open a session; without, a sign-up still brings one, which is thrown away. */
          password_sign_in: z.boolean().default(true),
          double_confirm_changes: z.boolean().default(true),
          secure_password_change: z.boolean().default(false),
          max_frequency: z.string().default('1s'),
          otp_length: z.number().int().min(6).max(10).default(6),
          otp_expiry: z.number().int().positive().max(86_400).default(3600),
          code_expiry: z.number().int().positive().max(86_400).optional(),
          /** Path of the application's page that redeems links; GET /verify then leads there and uses nothing up. */
          link_landing: z.string().startsWith('/').optional(),
          /** Function of the project that may refuse mails which this server sends; it gets what the hook `send_email` gets. */
          mail_permission: z.string().optional(),
          /** Function of the project that says for mails who asked for them; see request-variables.ts. */
          request_variables: z.string().optional(),
          template: z.record(z.string(), template).default({}),
        })
        .prefault({}),
      sms: z
        .object({ enable_signup: z.boolean().default(false), enable_confirmations: z.boolean().default(false) })
        .prefault({}),
      sessions: z.object({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() }).prefault({}),
      /** For a caller, where the tool counts mails of the whole project (2 an hour); the rest of the names is our own. */
      rate_limit: z
        .object({
          email_sent: limit(30),
          email_sent_global: limit(2000),
          email_sent_per_mailbox_hour: limit(5),
          email_sent_per_mailbox_day: limit(20),
          /** Of those, how many one caller can cause; a third of what it can in a day. */
          email_sent_per_caller_mailbox_hour: limit(3),
          token_refresh: limit(150),
          sign_in_sign_ups: limit(30),
          token_verifications: limit(30),
          mfa_verifications: limit(15),
          password_failures: limit(10),
          unknown_identifiers: limit(5),
        })
        .prefault({}),
      mfa: z
        .object({
          max_enrolled_factors: z.number().int().default(10),
          totp: z
            .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
            .prefault({}),
        })
        .prefault({}),
      hook: z
        .object({
          before_user_created: hook.optional(),
          custom_access_token: hook.optional(),
          send_email: hook.optional(),
        })
        .prefault({}),
    })
    .prefault({}),
  db: z
    .object({
      seed: z
        .object({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default(['./seed.sql']) })
        .prefault({}),
    })
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({
        enabled: z.boolean().default(true),
        verify_jwt: z.boolean().default(true),
        /** Path of the code from the project folder; `functions/<name>/index.ts` unless told. */
        entrypoint: z.string().optional(),
        /** Path of its import map from the project folder; the nearest `deno.json` unless told. */
        import_map: z.string().optional(),
      }),
    )
    .default({}),
  storage: z
    .object({
      file_size_limit: z.string().default('50MiB'),
      /** Longest life of a signed link; ten years for a download and two hours for an upload unless told. */
      max_signed_url_seconds: z
        .number()
        .int()
        .positive()
        .default(10 * 365 * 24 * 3600),
    })
    .prefault({}),
})

export type ProjectConfig = z.infer<typeof schema>

/**
 * Reads `config.toml` of a Supabase project folder and, over it, `embedded.toml`, where settings stand that Supabase's
 * command-line tool does not know; without the files everything has its default.
 * @param projectDirectory the folder `supabase/` itself
 * @throws when a file is no TOML, or a setting has a wrong type, naming file, line or setting.
 */
export function readProjectConfig(projectDirectory: string, environment = process.env): ProjectConfig {
  const [shared, own] = ['config.toml', 'embedded.toml'].map((name) => readToml(projectDirectory, name))
  const result = schema.safeParse(withEnvironment(merged(shared, own), environment))
  if (!result.success) throw new Error(`supabase/config.toml is not valid: ${z.prettifyError(result.error)}`)
  return result.data
}

function readToml(folder: string, name: string): unknown {
  const file = join(folder, name)
  try {
    return existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}
  } catch (error) {
    throw new Error(`supabase/${name} is not valid: ${error instanceof Error ? error.message : error}`)
  }
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tables are joined; any other value of the second takes the place of the first. */
function merged(first: unknown, second: unknown): unknown {
  if (!isTable(first) || !isTable(second)) return second ?? first
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...names].map((name) => [name, merged(first[name], second[name])]))
}

/** `env(NAME)` as a whole value is that variable, as for the tool; where it is not set, the setting has its default. */
function withEnvironment(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1]
    return name === undefined ? value : environment[name] || undefined
  }
  const resolve = (one: unknown) => withEnvironment(one, environment)
  if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== undefined)
  if (!isTable(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one)]))
}

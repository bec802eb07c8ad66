import type { SmtpOptions } from './mail/types.ts'

/** Everything the embedded Supabase needs to know; nothing in it is about one product. */
export type EmbeddedSupabaseOptions = {
  /** Absolute path of the folder that holds the database, the stored files and the keys. */
  dataDirectory: string
  /** Connection URL of an owner of your own PostgreSQL (15 or newer). Without it an embedded one is run. */
  databaseUrl?: string | undefined
  /** False lets the embedded PostgreSQL lose what a crash interrupts: for data that nobody keeps, such as a test's. */
  durable?: boolean | undefined
  /** No answer that could tell whether an address is known comes sooner; 120 ms unless told. */
  answerFloorMs?: number | undefined
  /** Cost of the bcrypt hashes of passwords, 4 to 31; 10 unless told, as GoTrue's. Less is for passwords of tests. */
  passwordCost?: number | undefined
  /** Where people reach the application, e.g. `https://garden.example`: mails lead there and nowhere else. */
  siteUrl: string
  /** Where clients reach this server from outside, e.g. `https://garden.example`; `/auth/v1` and the rest hang below it. */
  externalUrl: string
  /** The Supabase project folder: `config.toml`, `migrations/`, `templates/`, `functions/`. */
  projectDirectory: string
  /** The functions to serve, by name. The host imports each once, at its first call or when they are prepared. */
  functions?: Record<string, FunctionModule>
  /** The mail server. Without it, mails are caught by a local mailbox when `mailbox` is set, else kept in the outbox. */
  smtp?: SmtpOptions | undefined
  /** Development only: catch mails, show them at `/mailbox` to who has its key, and log their links. */
  mailbox?: boolean
  /** An S3-compatible service that keeps the stored files; without it they lie in the data folder. */
  s3?: S3Options | undefined
  /**
   * Conditions of SQL under which something is held back, asked in the statement that would take it: `mail` for mails of
   * sign-in, which `supabase_auth_admin` must be able to ask, and `files` for the deletion of stored files that no row
   * names. A local mailbox delivers nothing, so mails are always taken for it.
   */
  holds?: { mail?: string; files?: string } | undefined
  /** Further environment variables for the functions; they win over those of the host. */
  functionEnvironment?: Record<string, string>
  functionLimits?: FunctionLimits
  log?: (entry: LogEntry) => void
}

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** A function of `supabase/functions`: how its code is loaded, when it is prepared or first called. */
export type FunctionModule = { load: () => Promise<FunctionExports> }

/** What a function's module exports: a handler, a default with `fetch`, or nothing when it calls `Deno.serve` instead. */
export type FunctionExports = { handler?: FunctionHandler; default?: { fetch?: FunctionHandler } }

export type S3Options = {
  /** Address of the service, e.g. `https://s3.eu-central-1.amazonaws.com`; buckets are named in the path. */
  endpoint: string
  region: string
  bucket: string
  /** Put before every name, e.g. `files/`. */
  prefix?: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

export type FunctionLimits = {
  /** Largest body a function gets; 1 MiB unless told. */
  bodyBytes?: number
  /** Longest time to the first byte of its answer; a minute unless told. */
  wallClockMs?: number
}

export type LogEntry = { level: 'info' | 'warn' | 'error'; part: string; message: string; [detail: string]: unknown }

/** What every part gets beside the request. */
export type RequestContext = {
  /** Address of the caller, as the server itself saw it or as the trusted proxy told. */
  clientAddress: string
  /** The request was made inside the process, for our own pages: it takes no share of anybody outside. */
  inProcess?: boolean
  /** A function that runs in its caller's turn makes the request: what it costs is charged to that turn. */
  charge?: ((ms: number) => void) | undefined
}

/** One mounted part of the server: `/auth/v1`, `/rest/v1`, ... The path still has its prefix. */
export type Part = (request: Request, context: RequestContext) => Promise<Response>

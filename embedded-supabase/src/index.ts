import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from './auth/index.ts'
import { rememberCallers } from './caller.ts'
import { createCallerShares } from './caller-shares.ts'
import { type Database, hasOlder, migrate, openDatabase } from './database/index.ts'
import { createFunctions } from './functions/index.ts'
import { createRuns } from './functions/runs.ts'
import { createGateway } from './gateway.ts'
import { createJwt } from './jwt.ts'
import { loadKeys } from './keys.ts'
import { type MailWatch, startMailer } from './mail/index.ts'
import type { EmbeddedSupabaseOptions, RequestContext } from './options.ts'
import type { PartDependencies } from './part-dependencies.ts'
import { readProjectConfig } from './project-config.ts'
import { type Readiness, watchReadiness } from './readiness.ts'
import { createRest } from './rest/index.ts'
import { createStorage } from './storage/index.ts'
import { createS3Store } from './storage/s3-store.ts'

export {
  checkRecipient,
  type EncryptFor,
  encrypt,
  isEncrypted,
  newIdentity,
  type OpenWith,
  readIdentities,
  withCheckKey,
} from './backup/encryption.ts'
export { backUp, checkBackup, type RowsRestored, restore } from './backup/index.ts'
export { endsInSeal } from './backup/sealed-file.ts'
export type { SecretsOf } from './backup/secrets.ts'
export { readConnection } from './database/connection.ts'
export { refuseForeignFolder } from './database/data-folder.ts'
export { deleteData } from './database/delete-data.ts'
export { eraseDatabase } from './database/erase-database.ts'
export { type Database, migrationFiles } from './database/index.ts'
export { changeDatabase, inspectDatabase, type RunQuery } from './database/inspect.ts'
export { renewLogins } from './database/logins.ts'
export { renewOwnerPassword } from './database/owner-password.ts'
export { seed } from './database/seed.ts'
export { chooseEncoding, compress, type Encoding, SMALL_BYTES } from './encoding.ts'
export { createFairShare, ShareUsedUp } from './fair-share.ts'
export { guardAgainstCrashes, ownFailures } from './functions/crash-guard.ts'
export { findFunctions } from './functions/find.ts'
export { loadKeys, renewKeys, rotateSigningKey } from './keys.ts'
export { lingeringClose } from './lingering-close.ts'
export { senderAddress } from './mail/sender.ts'
export { networkOf } from './network.ts'
export type {
  EmbeddedSupabaseOptions,
  FunctionExports,
  FunctionHandler,
  FunctionLimits,
  FunctionModule,
  LogEntry,
  RequestContext,
  S3Options,
} from './options.ts'
export { type ProjectConfig, readProjectConfig } from './project-config.ts'
export { diskState, type Readiness } from './readiness.ts'

const ANSWER_FLOOR_MS = 120
const PASSWORD_COST = 10

/** A running embedded Supabase. */
export type EmbeddedSupabase = {
  /**
   * Answers `/auth/v1`, `/rest/v1`, `/functions/v1` and `/storage/v1`; any other path is a 404 in JSON.
   * @param request its address may name any origin: only the path counts
   * @param context who asks, as the listening program knows it; limits and logs go by it
   * @returns the answer; what a caller or the database does wrong is one too
   * @throws only what is a fault of the server itself, to be answered with 500
   */
  fetch(request: Request, context: RequestContext): Promise<Response>
  /** With the option `mailbox` only: the page of caught mails, and the key in the query of its address that opens it. */
  mailbox?: { page: (request: Request) => Promise<Response>; key: string }
  /** The public key that clients are made with. */
  publishableKey: string
  /** The key that row level security does not bind; it never leaves the server. */
  secretKey: string
  /** The legacy keys of the same two kinds, as JWTs. */
  anonKey: string
  serviceRoleKey: string
  /** Whether mails leave; who sends them from elsewhere, such as a function, tells it here. */
  mail: MailWatch
  /** SQL as a caller or as the owner, for seeds and jobs. */
  database: Database
  /** Whether requests can be answered: see {@link EmbeddedSupabase.readiness}. */
  isReady(): Promise<boolean>
  /** The same with what was looked at and what is wrong; that all is well may be a second old. */
  readiness(): Promise<Readiness>
  /**
   * Loads all functions in the background, which are otherwise loaded at their first call: called by who has begun to
   * listen. What cannot be loaded is logged and tried again when it is called.
   */
  prepareFunctions(): Promise<void>
  /** Names of the project's migrations that this start applied, in their order. */
  appliedMigrations: string[]
  /** Ends the mail worker and the database, in this order; end the listening program first. */
  close(): Promise<void>
}

/**
 * Starts the database (or reaches yours), applies the migrations that are new, and makes all parts of the server.
 * @param options all addresses without a slash at the end, all folders absolute
 * @returns the running server; it listens on nothing by itself
 * @throws when the data folder is in use, PostgreSQL is missing, too old or unreachable, `config.toml` is not valid or a
 * migration fails; the message names what to mend, and nothing is left running
 */
export async function startEmbeddedSupabase(options: EmbeddedSupabaseOptions): Promise<EmbeddedSupabase> {
  const log = options.log ?? (() => undefined)
  const database = await openDatabase({
    dataDirectory: options.dataDirectory,
    databaseUrl: options.databaseUrl,
    durable: options.durable,
    log: (message, level = 'info') => log({ level, part: 'database', message }),
  })
  try {
    const project = { set: 'project', folder: join(options.projectDirectory, 'migrations') }
    const keyFile = join(options.dataDirectory, 'keys.json')
    // Before the migrations: a first start that is interrupted after them has not lost any key.
    if (!existsSync(keyFile) && (await hasOlder(database, project, []))) {
      const message = `${keyFile} is gone and made anew: links to files and typed codes end, open pages must be loaded again, and other processes on this database refuse each other's keys. Put it back from a backup if there is one.`
      log({ level: 'error', part: 'keys', message, alarm: 'keys made anew' })
    }
    const keys = await loadKeys(keyFile, (message) => log({ level: 'warn', part: 'keys', message }))
    const appliedMigrations = await migrate(database, project, (message) =>
      log({ level: 'warn', part: 'database', message }),
    )
    // The login of callers has been tried before, under what their roles said then.
    if (appliedMigrations.length > 0) database.forgetRoleSettings()
    // Made from the server's secret, so that a browser that has it keeps it over restarts.
    const mailboxKey = createHmac('sha256', keys.jwtSecret).update('mailbox').digest('base64url')
    const mailer = await startMailer({
      database,
      log,
      smtp: options.smtp,
      mailboxKey: options.mailbox ? mailboxKey : undefined,
      heldWhen: options.holds?.mail,
    })
    const closing = new AbortController()
    const jwt = await createJwt(keys, `${options.externalUrl.replace(/\/$/, '')}/auth/v1`)
    const dependencies: PartDependencies = {
      ...{ database, keys, mailer, log, jwt },
      callerOf: rememberCallers(jwt),
      shares: createCallerShares(),
      config: readProjectConfig(options.projectDirectory),
      siteUrl: options.siteUrl,
      externalUrl: options.externalUrl,
      answerFloorMs: options.answerFloorMs ?? ANSWER_FLOOR_MS,
      passwordCost: options.passwordCost ?? PASSWORD_COST,
      dataDirectory: options.dataDirectory,
      projectDirectory: options.projectDirectory,
      closing: closing.signal,
      filesHeldWhen: options.holds?.files,
    }
    const rest = createRest(dependencies)
    const runs = createRuns()
    const functions = createFunctions({
      ...{ ...dependencies, runs },
      functions: options.functions ?? {},
      environment: options.functionEnvironment ?? {},
      limits: options.functionLimits,
    })
    const storage = createStorage(dependencies, options.s3 && createS3Store(options.s3))
    const gateway = createGateway(
      { '/auth/v1': createAuth(dependencies), '/rest/v1': rest, '/storage/v1': storage, '/functions/v1': functions },
      { ...dependencies, runs },
    )
    const readiness = watchReadiness({
      ...{ database, dataDirectory: options.dataDirectory, project },
      isSchemaRead: rest.isReady,
      mailHealth: mailer.watch.health,
      holds: options.holds,
    })
    return {
      fetch: gateway,
      ...(mailer.mailboxPage ? { mailbox: { page: mailer.mailboxPage, key: mailboxKey } } : {}),
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      mail: mailer.watch,
      database,
      appliedMigrations,
      prepareFunctions: functions.prepare,
      readiness,
      isReady: async () => (await readiness()).ready,
      async close() {
        closing.abort()
        rest.close()
        await mailer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

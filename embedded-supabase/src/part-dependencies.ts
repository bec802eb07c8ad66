import type { rememberCallers } from './caller.ts'
import type { CallerShares } from './caller-shares.ts'
import type { Database } from './database/index.ts'
import type { Jwt } from './jwt.ts'
import type { KeyFile } from './keys.ts'
import type { Mailer } from './mail/index.ts'
import type { LogEntry } from './options.ts'
import type { ProjectConfig } from './project-config.ts'

/** What every part of the server is made from. */
export type PartDependencies = {
  database: Database
  keys: KeyFile
  jwt: Jwt
  /** Who makes a request. @throws TokenError */
  callerOf: ReturnType<typeof rememberCallers>
  /** The share that a caller has of all parts together. */
  shares: CallerShares
  config: ProjectConfig
  mailer: Mailer
  siteUrl: string
  externalUrl: string
  /** No answer that could tell whether an address is known comes sooner. */
  answerFloorMs: number
  /** Cost of the bcrypt hashes of passwords. */
  passwordCost: number
  dataDirectory: string
  projectDirectory: string
  log: (entry: LogEntry) => void
  /** Fires when the server is closed: what a part does by the clock ends then. */
  closing: AbortSignal
  /** A condition of SQL under which no stored file is deleted that no row names. */
  filesHeldWhen?: string | undefined
}

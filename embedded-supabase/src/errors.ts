/** The database cannot be reached just now: answered with 503 and Retry-After by every part. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database is not available', { cause })
  }
}

/** Seconds a client is asked to wait after a {@link DatabaseUnavailable}. */
export const RETRY_AFTER_SECONDS = 1

/** An error that PostgreSQL raised, with the fields that the protocols pass on. */
export type DatabaseError = Error & {
  code: string
  detail?: string
  hint?: string
  constraint?: string
  schema?: string
  table?: string
  column?: string
  where?: string
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

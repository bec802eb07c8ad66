/** Who a statement runs as: the database role and the claims of the verified token. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Record<string, unknown>
}

export type QueryResult<Row> = { rows: Row[]; rowCount: number }

/** A running transaction. Values travel as parameters, never inside `text`. */
export type Transaction = {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}

export type CallerOptions = {
  /** Refuse writes (GET and HEAD requests). */
  readOnly?: boolean
  /** Further transaction-local settings, such as `request.method`. Names are ours, values may be a caller's. */
  settings?: Record<string, string>
  /** A number that changes whenever prepared statements of older texts must not be used again. */
  planVersion?: number
  /** Work of our own pages has connections of its own, which no caller from outside can hold. */
  lane?: 'own'
  /** Cuts a statement after this time where the role's own limit is longer. */
  timeoutMs?: number
  /** Told how many milliseconds a slow statement took beyond those that are free (slow-statement.ts). */
  onSlow?: (ms: number) => void
}

/** The face of the database to the parts of the server. */
export type Database = {
  /** Runs `run` in one transaction as the caller; commits when it resolves, rolls back when it throws. */
  asCaller<T>(caller: Caller, run: (tx: Transaction) => Promise<T>, options?: CallerOptions): Promise<T>
  /** Runs one statement as the caller in one round trip. */
  queryAsCaller<Row>(
    caller: Caller,
    text: string,
    values?: unknown[],
    options?: CallerOptions,
  ): Promise<QueryResult<Row>>
  /** Runs `run` in one transaction as `supabase_auth_admin`, who owns nothing but the tables of sign-in and mail. */
  asAuthAdmin<T>(run: (tx: Transaction) => Promise<T>): Promise<T>
  /** As {@link Database.asAuthAdmin}, over connections that only the mail worker takes. */
  asMailer<T>(run: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `run` in one transaction as the owner of the schema: migrations, seeds, the schema cache. */
  asOwner<T>(run: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls back on every NOTIFY of the channel, over one lasting connection that is renewed when it breaks. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<void>
  /** What `alter role ... set` says is read anew by the next caller, and not within ten seconds as at other times. */
  forgetRoleSettings(): void
  /** Milliseconds since a statement last failed because the database's disk was full; Infinity when none did. */
  sinceDiskFull(): number
  close(): Promise<void>
}

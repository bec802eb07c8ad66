export type Verb = 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'embed'

/** What one role asks of one table, column or function, and by which call. */
export type Use = {
  object: string
  /** `embed` is a table whose rows come within those of another. */
  verb: Verb
  /** Empty for the whole table, `*` for all of its columns. */
  column?: string
  /** The table whose rows the rows of this one come within. */
  within?: string
  role: 'anon' | 'authenticated'
  /** File and function, or the number of the specification. */
  by: string
}

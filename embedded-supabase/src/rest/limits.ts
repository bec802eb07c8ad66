/** What one request may ask for; more is refused before a connection is taken. */
export const LIMITS = {
  /** Bytes of the query string. */
  queryString: 8_000,
  /** Bytes of a request body. */
  body: 1_048_576,
  /** Depth of nested arrays and objects in a body. */
  jsonDepth: 32,
  filters: 60,
  logicDepth: 8,
  /** Filters with a pattern, characters of one, and a measure of what all of them may take at each place of a text. */
  patterns: 12,
  patternLength: 500,
  patternEffort: 600,
  /** A statement with patterns is cut after this time. */
  patternMs: 1_000,
  embedDepth: 5,
  /** Selected columns and embedded resources, all levels together. */
  selectItems: 300,
  orderTerms: 40,
  /** Steps of one JSON path. */
  jsonPath: 20,
  /** Rows of a bulk insert. */
  rows: 10_000,
  /** Bytes of the body of an answer. */
  answer: 5_000_000,
  /** Bytes that the rows and lists of an answer may hold while it is put together; inner ones count again outside. */
  weight: 20_000_000,
  /** Values of a row and its embedded resources from which on each row is weighed. */
  weighedValues: 40,
  /** Columns of all levels together, with `*` spelled out: PostgreSQL takes no more in one row. */
  columns: 1_600,
} as const

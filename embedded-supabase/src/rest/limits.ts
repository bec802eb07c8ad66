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
  embedDepth: 5,
  /** Selected columns and embedded resources, all levels together. */
  selectItems: 300,
  orderTerms: 40,
  /** Steps of one JSON path. */
  jsonPath: 20,
  /** Rows of a bulk insert. */
  rows: 10_000,
} as const

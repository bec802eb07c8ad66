export type ErrorBody = { code: string; message: string; details: unknown; hint: string | null }

/** A refusal in the words of PostgREST (protocol 2.7): the body, the status, further headers. */
export class RestError extends Error {
  override name = 'RestError'
  readonly body: ErrorBody
  constructor(
    readonly status: number,
    body: { code: string; message: string; details?: unknown; hint?: string | null },
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message)
    this.body = { code: body.code, message: body.message, details: body.details ?? null, hint: body.hint ?? null }
  }
}

const error = (status: number, code: string, message: string, details?: unknown, hint?: string | null) =>
  new RestError(status, { code, message, details, hint: hint ?? null })

/** PGRST1xx: the request cannot be understood or is not acceptable. */
export const requestErrors = {
  unparsable: (message: string, details: string) => error(400, 'PGRST100', message, details),
  queryTooLong: (limit: number) => error(414, 'PGRST100', `The query string is longer than ${limit} bytes`),
  pattern: (details: string) => error(400, 'PGRST100', 'The pattern of a filter is too complex', details),
  tooManyColumns: (limit: number) => error(400, '54011', `A row of the answer has more than ${limit} columns`),
  /** As the database says it of an answer that is still growing. */
  answerTooLarge: () =>
    error(
      413,
      'PT413',
      'The answer is too large',
      null,
      'Ask for fewer rows or columns, or page through them with limit and offset.',
    ),
  shareUsedUp: (retryAfterS: number) =>
    new RestError(
      429,
      {
        code: 'PGRST003',
        message: 'Too many requests at once or too much work from this caller',
        hint: 'Try again later.',
      },
      { 'retry-after': String(retryAfterS) },
    ),
  rpcMethod: (method: string) => error(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  body: (message: string) => error(400, 'PGRST102', message),
  bodyTooLarge: (limit: number) => error(413, 'PGRST102', `The request body is larger than ${limit} bytes`),
  range: (details: string) => error(416, 'PGRST103', 'Requested range not satisfiable', details),
  behindLast: (offset: number, total = 0) =>
    requestErrors.range(`An offset of ${offset} was requested, but there are only ${total} rows.`),
  putFilters: () => error(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators"),
  schema: (schema: string, exposed: string[]) =>
    error(
      406,
      'PGRST106',
      `Invalid schema: ${schema}`,
      null,
      `Only the following schemas are exposed: ${exposed.join(', ')}`,
    ),
  mediaType: (types: string) => error(406, 'PGRST107', `None of these media types are available: ${types}`),
  notEmbedded: (name: string) =>
    error(
      400,
      'PGRST108',
      `'${name}' is not an embedded resource in this request`,
      null,
      `Verify that '${name}' is included in the 'select' query parameter.`,
    ),
  responseHeaders: () =>
    error(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  responseStatus: () => error(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putRange: () => error(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putMismatch: () => error(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingular: (rows: number) =>
    error(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${rows} rows`),
  method: (method: string) => error(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    error(
      400,
      'PGRST118',
      `A related order on '${target}' is not possible`,
      `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    ),
  embedFilter: (name: string) =>
    error(
      400,
      'PGRST120',
      `Bad operator on the '${name}' embedded resource`,
      'Only is null or not is null filters are allowed on embedded resources',
    ),
  preferences: (invalid: string[]) =>
    error(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ')}`,
    ),
  aggregates: () => error(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    error(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', `The query affects ${rows} rows`),
  path: () => error(404, 'PGRST125', 'Invalid path specified in request URL'),
  rootDisabled: () => error(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  notImplemented: (details: string) => error(400, 'PGRST127', 'Feature not implemented', details),
  maxAffectedRpc: () =>
    error(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
}

/** As the extension `safeupdate` says it, which Supabase loads for the login of this part. */
export const unconditioned = (statement: 'UPDATE' | 'DELETE') =>
  error(400, '21000', `${statement} requires a WHERE clause`)

/** PGRST2xx and the database's own codes: the schema cache does not know what was named. */
export const schemaErrors = {
  notLoaded: () =>
    new RestError(
      503,
      { code: 'PGRST002', message: 'Could not query the database for the schema cache. Retrying.' },
      { 'retry-after': '1' },
    ),
  noRelationship: (origin: string, target: string, schema: string, hinted: string | undefined, hint: string | null) =>
    error(
      400,
      'PGRST200',
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      `Searched for a foreign key relationship between '${origin}' and '${target}'${
        hinted === undefined ? '' : ` using the hint '${hinted}'`
      } in the schema '${schema}', but no matches were found.`,
      hint,
    ),
  ambiguousRelationship: (origin: string, target: string, details: unknown, choices: string) =>
    error(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      details,
      `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    ),
  noRoutine: (signature: string, searched: string, hint: string | null) =>
    error(
      404,
      'PGRST202',
      `Could not find the function ${signature} in the schema cache`,
      `Searched for the function ${searched}, but no matches were found in the schema cache.`,
      hint,
    ),
  ambiguousRoutine: (candidates: string) =>
    error(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${candidates}`,
      null,
      'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    ),
  noPayloadColumn: (table: string, column: string) =>
    error(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`),
  noTable: (schema: string, table: string, hint: string | null) =>
    error(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, null, hint),
  /** As PostgreSQL says it, but without its hint, which may name a column that the caller cannot see. */
  noColumn: (table: string, column: string) => error(400, '42703', `column ${table}.${column} does not exist`),
  /** As PostgreSQL says it of two joins of one name. */
  sameEmbed: (alias: string) => error(400, '42712', `table name "${alias}" specified more than once`),
  noType: (type: string) => error(400, '42704', `type "${type}" does not exist`),
}

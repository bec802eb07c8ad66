import { requestErrors } from '../errors.ts'
import { type MediaType, type PlanType, parseAccept } from './media-type.ts'
import { endTransaction, type Preferences, parsePreferences, type TransactionEnd } from './preferences.ts'
import { parseQueryString, type QueryParams } from './query-string.ts'
import { intersect, parseRangeHeader, type RowRange } from './range.ts'

export type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'routine'; name: string }

/** A request as a value: all that the planner needs but the body. */
export type ApiRequest = {
  method: (typeof METHODS)[number]
  /** The path below `/rest/v1`, as `request.path` shows it. */
  path: string
  target: Target
  schema: string
  /** Whether the answer names the schema: it was asked for, or there are several. */
  namesSchema: boolean
  query: QueryParams
  preferences: Preferences
  /** Whether what is written is shown and taken back. */
  rollsBack: boolean
  accept: MediaType
  /** The plan is wanted instead of the answer. */
  explain?: PlanType
  /** Rows of the root that were asked for, by `limit`, `offset` and the Range header together. */
  range: RowRange
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Methods that write nothing, whose schema is the one to be accepted. */
const READING = ['GET', 'HEAD', 'OPTIONS']
const PREFIX = '/rest/v1'

/**
 * Parses method, address and headers.
 * @param search the query string without its question mark.
 * @param login how the login ends its transactions, and whether it shows plans.
 * @throws PGRST100, 101, 103, 106, 107, 114, 117, 122, 125
 */
export function parseRequest(
  method: string,
  pathname: string,
  search: string,
  headers: Headers,
  schemas: string[],
  login: { transactionEnd: TransactionEnd; plansEnabled: boolean },
): ApiRequest {
  const path = pathname.slice(PREFIX.length) || '/'
  const target = parseTarget(path)
  const verb = parseMethod(method, target)
  const reads = READING.includes(verb)
  const accepted = parseAccept(headers.get('accept'), target.kind === 'root', login.plansEnabled)
  const query = parseQueryString(search, reads && target.kind === 'routine')
  const page = rootRange(query)
  if (verb === 'PUT' && (page.limit !== undefined || page.offset > 0)) throw requestErrors.putRange()
  const profile = headers.get(reads ? 'accept-profile' : 'content-profile')
  return {
    method: verb,
    path,
    target,
    schema: parseProfile(profile, schemas),
    namesSchema: profile !== null || schemas.length > 1,
    query,
    ...endTransaction(parsePreferences(headers.get('prefer')), login.transactionEnd),
    ...(accepted.kind === 'plan' ? { accept: accepted.of, explain: accepted } : { accept: accepted }),
    range: intersect(page, verb === 'GET' ? parseRangeHeader(headers.get('range')) : { offset: 0 }),
  }
}

function parseTarget(path: string): Target {
  const parts = path.split('/').slice(1).map(decodePart)
  const [first = '', second] = parts
  if (parts.length === 1) return first === '' ? { kind: 'root' } : { kind: 'table', name: first }
  if (parts.length === 2 && first === 'rpc' && second) return { kind: 'routine', name: second }
  throw requestErrors.path()
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw requestErrors.path()
  }
}

function parseMethod(method: string, target: Target): ApiRequest['method'] {
  const verb = METHODS.find((name) => name === method)
  if (target.kind === 'routine' && (!verb || (!READING.includes(verb) && verb !== 'POST')))
    throw requestErrors.rpcMethod(method)
  if (!verb || (target.kind === 'root' && !READING.includes(verb))) throw requestErrors.method(method)
  return verb
}

function parseProfile(profile: string | null, schemas: string[]): string {
  const schema = profile ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) throw requestErrors.schema(schema, schemas)
  return schema
}

function rootRange({ limits, offsets }: QueryParams): RowRange {
  const limit = limits.find(({ path }) => path.length === 0)?.value
  const offset = offsets.find(({ path }) => path.length === 0)?.value ?? 0
  return limit === undefined ? { offset } : { offset, limit }
}

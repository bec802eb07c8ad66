import { requestErrors } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { scanTreePath } from './field.ts'
import { type Filter, hasOperator, parseFilter } from './filters.ts'
import { type LogicGroup, type LogicTerm, parseLogic } from './logic.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { Scanner } from './scanner.ts'
import { parseNames, parseSelect, type SelectItem } from './select.ts'

/** Something that applies to the resource at `path`: no name for the root, else the names of embedded resources. */
export type At<T> = { path: string[]; value: T }

export type QueryParams = {
  select: SelectItem[]
  filters: At<LogicTerm>[]
  orders: At<OrderTerm[]>[]
  limits: At<number>[]
  offsets: At<number>[]
  columns?: string[]
  onConflict?: string[]
  /** RPC by GET: the parameters that are arguments, as sent. */
  args: [string, string][]
  /** The parameters sorted by name and encoded again, for Content-Location. */
  canonical: string
}

/**
 * Parses the query string (protocol 2.3).
 * @param allowArgs RPC by GET, where a value without an operator is an argument.
 * @throws PGRST100, PGRST103
 */
export function parseQueryString(text: string, allowArgs: boolean): QueryParams {
  if (text.length > LIMITS.queryString) throw requestErrors.queryTooLong(LIMITS.queryString)
  const pairs = decodePairs(text)
  const params: QueryParams = {
    select: parseSelect('*'),
    filters: [],
    orders: [],
    limits: [],
    offsets: [],
    args: [],
    canonical: canonicalOf(pairs),
  }
  for (const [name, value] of pairs) readParameter(params, name, value, allowArgs)
  const filters = params.filters.reduce((sum, { value }) => sum + leaves(value), 0)
  if (filters > LIMITS.filters) {
    throw requestErrors.unparsable('"too many filters"', `A request may have at most ${LIMITS.filters} filters`)
  }
  return params
}

function readParameter(params: QueryParams, name: string, value: string, allowArgs: boolean): void {
  if (name === 'select') params.select = parseSelect(value)
  else if (name === 'columns') params.columns = parseNames(value, 'columns')
  else if (name === 'on_conflict') params.onConflict = parseNames(value, 'on_conflict')
  else readEmbeddable(params, name, value, allowArgs)
}

function readEmbeddable(params: QueryParams, name: string, value: string, allowArgs: boolean): void {
  switch (name.slice(name.lastIndexOf('.') + 1)) {
    case 'order':
      if (value !== '') params.orders.push({ path: pathOf(name), value: parseOrder(value) })
      return
    case 'limit':
      pushNumber(params.limits, name, value, 'Limit should be greater than or equal to zero.')
      return
    case 'offset':
      pushNumber(params.offsets, name, value, 'Offset should be greater than or equal to zero.')
      return
    case 'and':
    case 'or': {
      const { path, logic } = parseLogic(name, value)
      params.filters.push({ path, value: logic })
      return
    }
    default: {
      if (allowArgs && !hasOperator(value)) {
        params.args.push([name, value])
        return
      }
      const { path, filter } = parseFilter(name, value)
      params.filters.push({ path, value: filter })
    }
  }
}

const pathOf = (name: string): string[] => scanTreePath(new Scanner(name, 'tree path')).path

/** What is no whole number is as good as absent, as the protocol has it. */
function pushNumber(list: At<number>[], name: string, text: string, refusal: string): void {
  const path = pathOf(name)
  if (!/^-?\d+$/.test(text)) return
  if (text.startsWith('-') && Number(text) !== 0) throw requestErrors.range(refusal)
  list.push({ path, value: Math.min(Math.abs(Number(text)), Number.MAX_SAFE_INTEGER) })
}

function leaves(term: LogicTerm | Filter | LogicGroup): number {
  return term.kind === 'filter' ? 1 : term.terms.reduce((sum, inner) => sum + leaves(inner), 0)
}

function decodePairs(text: string): [string, string][] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

/** A percent sign that begins no encoded byte means itself, as in `like.%word%`. */
const LONE_PERCENT = /%(?![0-9a-f]{2})/gi

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' ').replace(LONE_PERCENT, '%25'))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Refused below: not UTF-8.
  }
  throw requestErrors.unparsable('"failed to parse the query string"', 'It must be percent-encoded UTF-8 without NUL')
}

function canonicalOf(pairs: [string, string][]): string {
  return [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map((pair) => pair.map(encodeStrictly).join('='))
    .join('&')
}

/** Percent-encodes all but the unreserved characters of RFC 3986, 2.3. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

import { requestErrors } from '../errors.ts'
import type { PreparedRequest } from '../prepare.ts'
import { contentType, type MediaType, type PlanType } from '../request/media-type.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import { appliedPreferences, type Preferences } from '../request/preferences.ts'
import { encodeStrictly } from '../request/query-string.ts'
import type { AnswerRow } from '../sql/statement.ts'
import { contentRange, rangeStatus } from './content-range.ts'
import type { Answer } from './encode.ts'
import { BODILESS, gucHeaders, gucStatus } from './guc.ts'

/** What the statement gave and what was counted beside it. */
export type Outcome = { row: AnswerRow; total: number | undefined }

/**
 * Refuses a result that the request ruled out; a write that is refused here must be rolled back.
 * @throws PGRST115, PGRST116, PGRST124
 */
export function checkResult(request: ApiRequest, prepared: PreparedRequest, row: AnswerRow): void {
  const { preferences, accept, method } = request
  const rows = Number(row.rows)
  const { maxAffected, handling } = preferences
  const counted = prepared.kind === 'update' || prepared.kind === 'delete' || prepared.kind === 'call'
  if (counted && handling === 'strict' && maxAffected !== undefined && rows > maxAffected) {
    throw requestErrors.maxAffected(rows)
  }
  const single = prepared.result === 'scalar' || prepared.result === 'composite' || prepared.result === 'void'
  if (prepared.kind === 'put' && rows !== 1) throw requestErrors.putMismatch()
  if (accept.kind === 'object' && !single && rows !== 1 && method !== 'HEAD') {
    throw requestErrors.notSingular(rows)
  }
}

/** Whether a result may have to be looked at before the transaction commits. */
export function needsCheck(
  { accept, preferences, rollsBack }: ApiRequest,
  { kind, readOnly }: PreparedRequest,
): boolean {
  if (readOnly) return false
  const limited = preferences.handling === 'strict' && preferences.maxAffected !== undefined
  return accept.kind === 'object' || limited || rollsBack || kind === 'put'
}

/** The answer of the protocol to a statement that ran (protocol 2.4 to 2.6). */
export function makeAnswer(request: ApiRequest, prepared: PreparedRequest, { row, total }: Outcome): Answer {
  const { status, body } = statusAndBody(request, prepared, row, total)
  const headers: [string, string][] = [
    ...rangeHeader(request, prepared, Number(row.rows), total),
    ...extraHeaders(request, prepared, row),
    ...(body === null && request.method !== 'HEAD' ? [] : typeHeaders(request, request.accept)),
    VARY,
  ]
  const own = gucHeaders(row.headers)
  const replaced = new Set(own.map(([name]) => name.toLowerCase()))
  const final = headers.filter(([name]) => !replaced.has(name))
  const finalStatus = gucStatus(row.status) ?? status
  const bodiless = BODILESS.has(finalStatus) || request.method === 'HEAD'
  if (!bodiless && body === null) final.push(['content-length', '0'])
  return { status: finalStatus, headers: [...final, ...own], body: bodiless ? null : body }
}

/** What an answer depends on, beside its address. */
export const VARY: [string, string] = ['vary', 'Accept, Prefer, Range']

/** The media type of an answer, and its schema where that was chosen. */
export function typeHeaders({ schema, namesSchema }: ApiRequest, type: MediaType | PlanType): [string, string][] {
  const headers: [string, string][] = [['content-type', contentType(type)]]
  if (namesSchema) headers.push(['content-profile', schema])
  return headers
}

/** The answer that is a plan. */
export function planAnswer(request: ApiRequest, type: PlanType, plan: string): Answer {
  return { status: 200, headers: [...typeHeaders(request, type), VARY], body: plan }
}

function statusAndBody(
  { preferences }: ApiRequest,
  { kind, range, result }: PreparedRequest,
  row: AnswerRow,
  total: number | undefined,
): { status: number; body: string | null } {
  switch (kind) {
    case 'read':
      return pageOf(range.offset, row, total)
    case 'call':
      if (result === 'void') return { status: 204, body: null }
      return pageOf(range.offset, row, total)
    case 'put':
      if (row.body === null) return { status: 204, body: null }
      return { status: Number(row.updated ?? 0) > 0 ? 200 : 201, body: row.body }
    case 'insert': {
      const onlyUpdated = preferences.resolution === 'merge-duplicates' && Number(row.rows) <= Number(row.updated ?? 0)
      return { status: onlyUpdated ? 200 : 201, body: row.body }
    }
    default:
      return row.body === null ? { status: 204, body: null } : { status: 200, body: row.body }
  }
}

/** A page of rows; one behind the last of them is answered like any other, with the error as its body. */
function pageOf(offset: number, row: AnswerRow, total: number | undefined): { status: number; body: string | null } {
  const status = rangeStatus(offset, Number(row.rows), total)
  return { status, body: status === 416 ? JSON.stringify(requestErrors.behindLast(offset, total).body) : row.body }
}

function rangeHeader(
  { preferences }: ApiRequest,
  { kind, range }: PreparedRequest,
  rows: number,
  total: number | undefined,
): [string, string][] {
  if (kind === 'put') return []
  if (kind === 'read' || kind === 'call') return [['content-range', contentRange(range.offset, rows, total)]]
  const written = preferences.count === undefined ? undefined : rows
  return [['content-range', contentRange(0, kind === 'update' ? rows : 0, written)]]
}

const READ: (keyof Preferences)[] = ['count', 'handling', 'timezone']
const HONOURED: Record<PreparedRequest['kind'], (keyof Preferences)[]> = {
  read: READ,
  call: ['count', 'tx', 'handling', 'timezone', 'maxAffected'],
  put: ['return', 'count', 'tx', 'handling', 'timezone'],
  insert: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  update: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  delete: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
}

function extraHeaders(request: ApiRequest, prepared: PreparedRequest, row: AnswerRow): [string, string][] {
  const headers: [string, string][] = []
  const honoured = HONOURED[prepared.kind].filter((name) => name !== 'resolution' || prepared.resolves)
  const applied = appliedPreferences(request.preferences, honoured)
  if (applied !== undefined) headers.push(['preference-applied', applied])
  const { canonical } = request.query
  if (prepared.kind === 'read')
    headers.push(['content-location', `${request.path}${canonical === '' ? '' : `?${canonical}`}`])
  const { location } = prepared
  if (location && row.location !== null) headers.push(['location', locationOf(request.path, location, row.location)])
  return headers
}

function locationOf(path: string, keys: string[], values: string): string {
  const list = JSON.parse(values) as (string | null)[]
  const filters = keys.map((key, i) => {
    const value = list[i]
    return `${encodeStrictly(key)}=${value === null || value === undefined ? 'is.null' : `eq.${encodeStrictly(value)}`}`
  })
  return `${path}?${filters.join('&')}`
}

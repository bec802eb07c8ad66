import { requestErrors } from '../errors.ts'
import type { PreparedRequest } from '../prepare.ts'
import { contentType, type PlanType } from '../request/media-type.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import { appliedPreferences, type Preferences } from '../request/preferences.ts'
import type { AnswerRow } from '../sql/statement.ts'
import { contentRange, rangeStatus } from './content-range.ts'
import type { Answer } from './encode.ts'
import { BODILESS, gucHeaders, gucStatus } from './guc.ts'

/** What the statement gave and what was counted beside it. */
export type Outcome = { row: AnswerRow; total: number | undefined }

/**
 * Refuses a result that the request ruled out; a write that is refused here must be rolled back.
 * @throws PGRST116, PGRST124
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
  if (accept.kind === 'object' && !single && rows !== 1 && method !== 'HEAD') {
    throw requestErrors.notSingular(rows)
  }
}

/** Whether a result may have to be looked at before the transaction commits. */
export function needsCheck({ accept, preferences, rollsBack }: ApiRequest, { readOnly }: PreparedRequest): boolean {
  if (readOnly) return false
  const limited = preferences.handling === 'strict' && preferences.maxAffected !== undefined
  return accept.kind === 'object' || limited || rollsBack
}

/** The answer of the protocol to a statement that ran (protocol 2.4 to 2.6). */
export function makeAnswer(
  request: ApiRequest,
  prepared: PreparedRequest,
  { row, total }: Outcome,
  profile: boolean,
): Answer {
  const { status, body } = statusAndBody(request, prepared, row, total)
  const headers: [string, string][] = [
    ['content-range', rangeHeader(request, prepared, Number(row.rows), total)],
    ...extraHeaders(request, prepared, row),
    ...(profile ? ([['content-profile', request.schema]] as [string, string][]) : []),
    ...(body === null && request.method !== 'HEAD'
      ? []
      : ([['content-type', contentType(request.accept)]] as [string, string][])),
  ]
  const own = gucHeaders(row.headers)
  const replaced = new Set(own.map(([name]) => name.toLowerCase()))
  const final = headers.filter(([name]) => !replaced.has(name))
  const finalStatus = gucStatus(row.status) ?? status
  const bodiless = BODILESS.has(finalStatus) || request.method === 'HEAD'
  return { status: finalStatus, headers: [...final, ...own], body: bodiless ? null : body }
}

/** The answer that is a plan. */
export function planAnswer(type: PlanType, plan: string): Answer {
  return { status: 200, headers: [['content-type', contentType(type)]], body: plan }
}

function statusAndBody(
  { preferences }: ApiRequest,
  { kind, range, result }: PreparedRequest,
  row: AnswerRow,
  total: number | undefined,
): { status: number; body: string | null } {
  switch (kind) {
    case 'read':
      return { status: rangeStatus(range.offset, Number(row.rows), total), body: row.body }
    case 'call':
      if (result === 'void' || preferences.return === 'minimal') return { status: 204, body: null }
      return { status: rangeStatus(range.offset, Number(row.rows), total), body: row.body }
    case 'insert': {
      const onlyUpdated = preferences.resolution === 'merge-duplicates' && Number(row.rows) <= Number(row.updated ?? 0)
      return { status: onlyUpdated ? 200 : 201, body: row.body }
    }
    default:
      return row.body === null ? { status: 204, body: null } : { status: 200, body: row.body }
  }
}

function rangeHeader(
  { preferences }: ApiRequest,
  { kind, range }: PreparedRequest,
  rows: number,
  total: number | undefined,
): string {
  if (kind === 'read' || kind === 'call') return contentRange(range.offset, rows, total)
  const written = preferences.count === undefined ? undefined : rows
  return contentRange(0, kind === 'update' ? rows : 0, written)
}

const READ: (keyof Preferences)[] = ['count', 'handling', 'timezone']
const HONOURED: Record<PreparedRequest['kind'], (keyof Preferences)[]> = {
  read: READ,
  call: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  insert: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  update: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  delete: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
}

function extraHeaders(request: ApiRequest, prepared: PreparedRequest, row: AnswerRow): [string, string][] {
  const headers: [string, string][] = []
  const applied = appliedPreferences(request.preferences, HONOURED[prepared.kind])
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
    return `${encodeURIComponent(key)}=${value === null || value === undefined ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `${path}?${filters.join('&')}`
}

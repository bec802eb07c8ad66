import type { DatabaseError } from '../../errors.ts'
import { RestError } from '../errors.ts'
import { isHeader } from './guc.ts'

/** SQLSTATEs and classes of them by HTTP status (protocol 2.8); the longest prefix decides, the rest is 400. */
const STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  '57P01': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  PT: 500,
  XX: 500,
}

/** What clients alone cause, although its class says otherwise. */
const CLIENT_MISTAKES = /requires a WHERE clause$|^ON CONFLICT DO UPDATE command cannot affect row a second time$/

/** The answer to an error that PostgreSQL raised. */
export function databaseRefusal(error: DatabaseError, isAnonymous: boolean): RestError {
  if (error.code === 'PGRST') return raisedRefusal(error)
  const status = statusOf(error, isAnonymous)
  const body = { code: error.code, message: error.message, details: error.detail ?? null, hint: error.hint ?? null }
  return new RestError(status, body, status === 401 ? { 'www-authenticate': 'Bearer' } : {})
}

function statusOf({ code, message }: DatabaseError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  if (code === '21000' && CLIENT_MISTAKES.test(message)) return 400
  const own = /^PT(\d{3})$/.exec(code)?.[1]
  if (own !== undefined) return asStatus(Number(own)) ?? 500
  return STATUS[code] ?? STATUS[code.slice(0, 2)] ?? 400
}

const asStatus = (status: unknown): number | undefined =>
  typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599 ? status : undefined

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/** `raise sqlstate 'PGRST'`: its message is the body, its detail status and headers, both JSON. */
function raisedRefusal({ message, detail }: DatabaseError): RestError {
  const body = asObject(message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') {
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT)
  }
  if (detail === undefined) return unreadable('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const answer = asObject(detail)
  const status = asStatus(answer?.status)
  const headers = answer?.headers
  const pairs = typeof headers === 'object' && headers !== null ? Object.entries(headers) : undefined
  if (status === undefined || !pairs?.every(([name, value]) => isHeader(name, value))) {
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT)
  }
  const hint = typeof body.hint === 'string' ? body.hint : null
  return new RestError(
    status,
    { code: body.code, message: body.message, details: body.details ?? null, hint },
    Object.fromEntries(pairs),
  )
}

function unreadable(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
  return new RestError(500, { code: 'PGRST121', message, details, hint })
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

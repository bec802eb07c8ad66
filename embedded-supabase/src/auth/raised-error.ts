import { z } from 'zod'
import type { DatabaseError } from '../errors.ts'
import { AuthError } from './protocol/errors.ts'

const message = z.object({ code: z.string(), message: z.string().optional() })
const detail = z.object({ status: z.number().int().min(400).max(599) })

/**
 * The error that a function of the project raised on purpose, in PostgREST's form:
 * SQLSTATE PGRST, the message a JSON of code and message, the detail a JSON of the HTTP status (protocol 2.8).
 * @returns undefined for every other database error.
 */
export function fromRaisedError(error: DatabaseError): AuthError | undefined {
  if (error.code !== 'PGRST') return undefined
  const raised = message.safeParse(parse(error.message))
  const http = detail.safeParse(parse(error.detail ?? ''))
  if (!raised.success || !http.success) return undefined
  return new AuthError(http.data.status, raised.data.code, raised.data.message ?? raised.data.code)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

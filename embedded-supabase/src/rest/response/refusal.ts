import { isDatabaseError } from '../../errors.ts'
import { ShareUsedUp } from '../../fair-share.ts'
import { TokenError } from '../../jwt.ts'
import { RestError, requestErrors } from '../errors.ts'
import { databaseRefusal } from './database-errors.ts'
import { BODILESS } from './guc.ts'

/** The answer to whatever went wrong; `onFault` hears of what should not have happened. */
export function refusalOf(
  error: unknown,
  isAnonymous: boolean,
  method: string,
  onFault: (error: unknown) => void,
): Response {
  const refusal = asRefusal(error, isAnonymous, onFault)
  return new Response(method === 'HEAD' || BODILESS.has(refusal.status) ? null : JSON.stringify(refusal.body), {
    status: refusal.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${refusal.body.code.replace(/[^\w-]/g, '')}`,
      ...refusal.headers,
    },
  })
}

function asRefusal(error: unknown, isAnonymous: boolean, onFault: (error: unknown) => void): RestError {
  if (error instanceof RestError) return error
  if (error instanceof ShareUsedUp) return requestErrors.shareUsedUp(error.retryAfterS)
  if (error instanceof TokenError) return tokenRefusal(error)
  if (isDatabaseError(error)) return databaseRefusal(error, isAnonymous)
  onFault(error)
  return new RestError(500, { code: 'PGRSTX00', message: 'Internal error' })
}

const NO_KEY = {
  code: 'PGRST301',
  message: 'No suitable key or wrong key type',
  details: 'None of the keys was able to decode the JWT',
}

const TOKEN_REFUSALS: Record<TokenError['reason'], { code: string; message: string; details?: string }> = {
  expired: { code: 'PGRST303', message: 'JWT expired' },
  not_yet_valid: { code: 'PGRST303', message: 'JWT not yet valid' },
  bad_signature: NO_KEY,
  unknown_key: NO_KEY,
  no_end: { code: 'PGRST303', message: 'JWT has no expiry' },
  not_for_us: { code: 'PGRST303', message: 'JWT not in audience' },
  bad_claim: { code: 'PGRST303', message: 'Parsing claims failed' },
  malformed: { code: 'PGRST301', message: 'JWT cryptographic operation failed' },
}

function tokenRefusal(error: TokenError): RestError {
  const { code, message: usual, details } = TOKEN_REFUSALS[error.reason]
  const message = error.detail ?? usual
  const challenge = `Bearer error="invalid_token", error_description="${message}"`
  return new RestError(401, { code, message, details }, { 'www-authenticate': challenge })
}

import { ERROR_CODES, type ErrorCode, SESSION_CODES } from './error-code'
import { ACCOUNT_DEACTIVATED, errorMessages, LAST_MAIL_HOLDS, retryLaterMessage } from './errors.he'

/** An error that a person may read: `message` is the text to show. */
export class AppError extends Error {
  override readonly name = 'AppError'
  constructor(
    readonly code: ErrorCode,
    message: string = errorMessages[code],
    /** Seconds until it makes sense to try again, when the server said so. */
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

type RawError = { message: string; code: string; details: string; status: number | undefined }

const HEBREW = /\p{Script=Hebrew}/u

/** Codes that the auth and REST services send, where their texts say less. */
const BY_SERVICE_CODE: Record<string, ErrorCode> = {
  user_already_exists: 'USER_ALREADY_EXISTS',
  email_exists: 'DUPLICATE_EMAIL',
  email_not_confirmed: 'EMAIL_NOT_CONFIRMED',
  otp_disabled: 'USER_NOT_FOUND',
  user_not_found: 'USER_NOT_FOUND',
  invalid_credentials: 'INVALID_CREDENTIALS',
  otp_expired: 'INVALID_CREDENTIALS',
  phone_exists: 'PHONE_ALREADY_EXISTS',
  signup_disabled: 'SIGNUP_DISABLED',
  email_provider_disabled: 'SIGNUP_DISABLED',
  email_address_invalid: 'INVALID_EMAIL',
  over_request_rate_limit: 'TOO_MANY_REQUESTS',
  over_email_send_rate_limit: 'EMAIL_RATE_LIMIT_EXCEEDED',
  hook_timeout: 'SERVER_ERROR',
  hook_timeout_after_retry: 'SERVER_ERROR',
  request_timeout: 'SERVER_ERROR',
}

/** Parts of raw messages, the first that fits decides ([8-08] to [8-13]). */
const BY_TEXT: [RegExp, ErrorCode][] = [
  [/terms consent are required/, 'PRIVACY_CONSENT_REQUIRED'],
  [/phone number is required/, 'PHONE_NUMBER_REQUIRED'],
  [/phone number is not valid/, 'INVALID_PHONE_NUMBER'],
  [/already registered|already been taken/, 'USER_ALREADY_EXISTS'],
  [/(duplicate|unique).*phone|phone.*(duplicate|unique)/, 'PHONE_ALREADY_EXISTS'],
  [/(duplicate|unique).*email|email.*(duplicate|unique)/, 'DUPLICATE_EMAIL'],
  [/duplicate|unique/, 'USER_ALREADY_EXISTS'],
  [/email not confirmed/, 'EMAIL_NOT_CONFIRMED'],
  [/user not found|signups not allowed for otp/, 'USER_NOT_FOUND'],
  [/invalid login credentials/, 'INVALID_CREDENTIALS'],
  [/email.*rate limit|rate limit.*email/, 'EMAIL_RATE_LIMIT_EXCEEDED'],
  [/too many requests|rate limit|for security purposes/, 'TOO_MANY_REQUESTS'],
  [/invalid email|unable to validate email address|email address.*invalid/, 'INVALID_EMAIL'],
  [/signup is disabled|signups not allowed/, 'SIGNUP_DISABLED'],
  [/network|fetch|connection|timed? ?out|aborted/, 'NETWORK_ERROR'],
  [/server|internal|500/, 'SERVER_ERROR'],
]

/**
 * Turns whatever was thrown or answered into an error that a person can read. A message that is Hebrew already
 * passes through [8-14]; what nothing fits becomes UNKNOWN_ERROR.
 */
export function toAppError(raw: unknown): AppError {
  if (raw instanceof AppError) return raw
  const error = readRaw(raw)
  const cause = { cause: raw }
  if (error.code === 'user_banned' || error.message === ACCOUNT_DEACTIVATED)
    return new AppError('OPERATION_FAILED', ACCOUNT_DEACTIVATED, undefined, cause)
  if (HEBREW.test(error.message)) return new AppError(codeOf(error), error.message, undefined, cause)
  const code = codeOf(error)
  const seconds = waitingTime(error.message)
  if (seconds === undefined) return new AppError(code, undefined, undefined, cause)
  return new AppError(code, limitMessage(code, seconds), seconds, cause)
}

/** The code alone of whatever was thrown or answered. */
export const toErrorCode = (raw: unknown): ErrorCode => toAppError(raw).code

/** What the service said, for those who help; empty when nobody said anything. */
export function reasonOf(error: AppError): string {
  return error.cause === undefined ? '' : readRaw(error.cause).message
}

/** What the service said and added, of a failure that carries more than its code. */
export function detailsOf(error: AppError): string {
  const { message, details } = readRaw(error.cause)
  return `${message} ${details}`
}

function codeOf({ code, status, message, details }: RawError): ErrorCode {
  const own = [...ERROR_CODES, ...SESSION_CODES].find((known) => known === code || message.split(' ')[0] === known)
  if (own) return own
  const fromService = BY_SERVICE_CODE[code]
  if (fromService) return fromService
  const text = (message.includes('duplicate') ? `${message} ${details}` : message).toLowerCase()
  const byText = BY_TEXT.find(([pattern]) => pattern.test(text))?.[1]
  if (byText) return byText
  if (status === 0) return 'NETWORK_ERROR'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  if (status !== undefined && status >= 500) return 'SERVER_ERROR'
  return 'UNKNOWN_ERROR'
}

const NOTHING: RawError = { message: '', code: '', details: '', status: undefined }

function readRaw(raw: unknown): RawError {
  if (typeof raw === 'string') return { ...NOTHING, message: raw }
  if (typeof raw !== 'object' || raw === null) return NOTHING
  const { message, code, details, status } = raw as Record<string, unknown>
  return {
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
    details: typeof details === 'string' ? details : '',
    status: typeof status === 'number' ? status : undefined,
  }
}

function waitingTime(message: string): number | undefined {
  const seconds = /after (\d+) seconds?/i.exec(message)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

function limitMessage(code: ErrorCode, seconds: number): string {
  const [happened] = errorMessages[code].split('. ')
  const stillWorks = code === 'EMAIL_RATE_LIMIT_EXCEEDED' ? ` ${LAST_MAIL_HOLDS}` : ''
  return `${happened}. ${retryLaterMessage(seconds)}${stillWorks}`
}

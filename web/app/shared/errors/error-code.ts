/** The coded errors of the product ([8-02] to [8-07]). */
export const ERROR_CODES = [
  'USER_ALREADY_EXISTS',
  'DUPLICATE_EMAIL',
  'EMAIL_NOT_CONFIRMED',
  'USER_NOT_FOUND',
  'PHONE_ALREADY_EXISTS',
  'PHONE_NUMBER_REQUIRED',
  'INVALID_PHONE_NUMBER',
  'INVALID_EMAIL',
  'EMAIL_REQUIRED',
  'INVALID_CREDENTIALS',
  'TOO_MANY_REQUESTS',
  'SIGNUP_DISABLED',
  'EMAIL_RATE_LIMIT_EXCEEDED',
  'TERMS_CONSENT_REQUIRED',
  'PRIVACY_CONSENT_REQUIRED',
  'ACCOUNT_RECOVERY_INITIATED',
  'ACCOUNT_RECOVERY_FAILED',
  'INVALID_RECOVERY_TOKEN',
  'NETWORK_ERROR',
  'SERVER_ERROR',
  'UNKNOWN_ERROR',
  'OPERATION_FAILED',
] as const

/** What the database answers to a session that does not suffice, or not alone; the product's own. */
export const SESSION_CODES = [
  'REAUTHENTICATION_NEEDED',
  'APPROVAL_NEEDED',
  'SECOND_STEP_NEEDED',
  'SESSION_ENDED',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number] | (typeof SESSION_CODES)[number]

const ABOUT_EMAIL: readonly ErrorCode[] = [
  'USER_ALREADY_EXISTS',
  'DUPLICATE_EMAIL',
  'EMAIL_NOT_CONFIRMED',
  'USER_NOT_FOUND',
  'INVALID_EMAIL',
  'EMAIL_REQUIRED',
]
const ABOUT_PHONE: readonly ErrorCode[] = ['PHONE_ALREADY_EXISTS', 'PHONE_NUMBER_REQUIRED', 'INVALID_PHONE_NUMBER']

/** The field of a form that an error is about, so that it can be marked and take the focus; null for none. */
export function fieldOf(code: ErrorCode): 'email' | 'phoneNumber' | null {
  if (ABOUT_EMAIL.includes(code)) return 'email'
  return ABOUT_PHONE.includes(code) ? 'phoneNumber' : null
}

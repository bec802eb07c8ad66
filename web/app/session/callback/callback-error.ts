import { errorMessages } from '~/shared/errors/errors.he'
import { callbackText } from './callback.he'

/** Why a link failed: the service's own description or our words; `lead` explains a description that is English. */
export type ArrivalFailure = { message: string; lead?: string }

const { linkUsedUp, codeFailed, accountClosed, authenticationFailed } = callbackText

/** The errors that the service itself sends to the callback, with its descriptions of them. */
const KNOWN: Record<string, { message: string; descriptions: readonly string[] }> = {
  otp_expired: {
    message: linkUsedUp,
    descriptions: ['Email link is invalid or has expired', 'Token has expired or is invalid'],
  },
  flow_state_expired: { message: codeFailed, descriptions: ['invalid flow state, flow state has expired'] },
  flow_state_not_found: { message: codeFailed, descriptions: ['invalid flow state, no valid flow state found'] },
  bad_code_verifier: {
    message: codeFailed,
    descriptions: ['code challenge does not match previously saved code verifier'],
  },
  user_banned: { message: accountClosed, descriptions: ['User is banned'] },
  email_exists: {
    message: errorMessages.DUPLICATE_EMAIL,
    descriptions: ['A user with this email address has already been registered'],
  },
  over_request_rate_limit: {
    message: errorMessages.TOO_MANY_REQUESTS,
    descriptions: ['Request rate limit reached'],
  },
  signup_disabled: {
    message: errorMessages.SIGNUP_DISABLED,
    descriptions: ['Signups not allowed for this instance'],
  },
  unexpected_failure: {
    message: errorMessages.SERVER_ERROR,
    descriptions: ['Internal Server Error', 'Unexpected failure, please check server logs for more information'],
  },
}

/**
 * What the callback says of the error in its address ([4-11]). Anybody can write that address, and a mail of ours may
 * carry it: only descriptions that the service itself sends are shown, and texts of ours for its codes.
 */
export function callbackError(code: string | null, description: string | null): ArrivalFailure {
  const described = Object.values(KNOWN).find(({ descriptions }) => descriptions.includes(description ?? ''))
  if (described && description) return { message: description, lead: described.message }
  const known = code !== null && Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined
  return { message: known?.message ?? authenticationFailed }
}

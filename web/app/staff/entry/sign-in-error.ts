import { callbackText } from '~/session/callback/callback.he'
import { STAFF_LOGIN } from '~/shared/config/staff'
import { staffErrors } from './staff.he'

/** Why the callback sends somebody back to the sign-in of the staff [4-32]. */
export type ArrivalError = 'auth_failed' | 'no_session' | 'unexpected'

export const loginWith = (error: ArrivalError): string => `${STAFF_LOGIN}?error=${error}`

const TEXTS: Record<ArrivalError, string> = {
  auth_failed: callbackText.authenticationFailed,
  no_session: staffErrors.noSession,
  unexpected: staffErrors.unexpected,
}

/** What the sign-in screen says about the error in its address; anything else says nothing. */
export const signInErrorMessage = (error: string | null): string | undefined =>
  error !== null && Object.hasOwn(TEXTS, error) ? TEXTS[error as ArrivalError] : undefined

import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'

/** What the registration form collects [3-19]. */
export type Registration = {
  email: string
  firstName: string
  lastName: string
  phoneNumber: string
  marketingConsent: boolean
  privacyConsent: boolean
  termsConsent: boolean
}

/** What the registration behind a mailed link says, as far as the page shows it before anything is redeemed. */
export type LinkRegistration = { firstName: string; maskedPhone: string }

/**
 * Leaves what a registration says with the academy until the link that carries the hash is redeemed.
 * @throws AppError, for what breaks the rules of registration ([5-01] to [5-07])
 */
export async function beginRegistration(hash: string, registration: Registration): Promise<void> {
  const { data, error } = await browserSupabase()
    .rpc('begin_registration', {
      request_hash: hash,
      email: registration.email,
      first_name: registration.firstName,
      last_name: registration.lastName,
      phone_number: registration.phoneNumber,
      marketing_consent: registration.marketingConsent,
      privacy_consent: registration.privacyConsent,
      terms_consent: registration.termsConsent,
    })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const refusal = (data as { error: unknown }).error
  if (refusal) throw toAppError(refusal)
}

/**
 * Makes the registration the profile of who is signed in; does nothing to a profile that says anything already.
 * @returns whether it is the profile now, and whether its number belongs to somebody else by now. @throws AppError
 */
export async function applyRegistration(hash: string): Promise<{ applied: boolean; phoneLeftOut: boolean }> {
  const { data, error } = await browserSupabase()
    .rpc('apply_registration', { request_hash: hash })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const { applied, phone_left_out } = data as { applied: boolean; phone_left_out: boolean }
  return { applied, phoneLeftOut: phone_left_out }
}

/** What the registration behind a mailed link says; null when the link would apply none. @throws AppError */
export async function fetchLinkRegistration(hash: string, token: string): Promise<LinkRegistration | null> {
  const { data, error } = await browserSupabase()
    .rpc('registration_of_link', { request_hash: hash, token_input: token })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const found = data as { first_name: string; masked_phone: string } | null
  return found && { firstName: found.first_name, maskedPhone: found.masked_phone }
}

import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { AccessRequest } from './lost-mail-schema'

/**
 * Asks the staff for a way back into an account; says nothing about whether there is such an account.
 * @throws AppError, TOO_MANY_REQUESTS after three in a day
 */
export async function requestAccess(form: AccessRequest): Promise<void> {
  const { error, status } = await browserSupabase()
    .rpc('request_access', {
      first_name: form.firstName,
      last_name: form.lastName,
      former_email: form.formerEmail,
      phone_number: form.phoneNumber,
      contact_email: form.contactEmail,
      message: form.message,
    })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError({ ...error, message: error.message, status })
}

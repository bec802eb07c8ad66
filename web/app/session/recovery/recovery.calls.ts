import { newMailKey } from '~/session/callback/mail-requests'
import { browserFunctions } from '~/shared/client/functions-browser'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { toAppError } from '~/shared/errors/errors'
import { recoveryText } from './recovery.he'

/** What asking for recovery answers [3-20], and the secret with which this browser may ask what became of the mail. */
export type RecoveryAnswer = { maskedEmail: string; mailKey: string }

/** What a valid recovery link gives [3-21]. */
export type RecoveredAccount = { email: string }

/** A failure with the text that the person reads ([8-27]). */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError'
}

type FunctionAnswer = { success?: boolean; error?: string | null; masked_email?: string | null }

/** Sends a recovery mail to the address on file for a phone number [7-20]. @throws RecoveryError */
export async function requestRecovery(phoneNumber: string): Promise<RecoveryAnswer> {
  const { key, hash } = await newMailKey()
  const { data, error } = await browserFunctions().invoke<FunctionAnswer>('account-recovery', {
    body: { phone_number: phoneNumber, request_hash: hash },
  })
  if (error) throw await recoveryFailure(error)
  if (!data?.success) throw new RecoveryError(data?.error || recoveryText.failed)
  return { maskedEmail: data.masked_email ?? '', mailKey: key }
}

type TokenAnswer = { valid?: boolean; error?: string | null; email?: string | null }

/** Checks the token of a recovery link against its phone number [7-21]. @throws RecoveryError */
export async function verifyRecoveryToken(token: string, phone: string): Promise<RecoveredAccount> {
  const { data, error } = await browserSupabase().rpc('verify_recovery_token', {
    token_input: token,
    phone_input: phone,
  })
  if (error) throw new RecoveryError(recoveryText.tokenCheckFailed, { cause: error })
  const answer = (data ?? {}) as TokenAnswer
  if (!answer.valid) throw new RecoveryError(refusal(answer.error))
  return { email: answer.email ?? '' }
}

/** The reason of a refused link: a coded one by its text, a Hebrew one as it is. */
const refusal = (reason: string | null | undefined) =>
  reason === 'INVALID_RECOVERY_TOKEN' ? recoveryText.linkInvalid : hebrewOr(reason, recoveryText.tokenInvalid)

const hebrewOr = (text: string | null | undefined, otherwise: string) =>
  text && /\p{Script=Hebrew}/u.test(text) ? text : otherwise

/** A refusal that the service explains keeps its explanation; anything else is a failed connection. */
async function recoveryFailure(error: unknown): Promise<RecoveryError> {
  const response = (error as { context?: unknown }).context
  if (response instanceof Response) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const limited = response.status === 429
    const text = (body as FunctionAnswer | null)?.error
    const seconds = Number(response.headers.get('retry-after'))
    if (limited && seconds > 0) return new RecoveryError(toAppError(`rate limit, try after ${seconds} seconds`).message)
    if (limited) return new RecoveryError(toAppError({ status: 429 }).message)
    if (text) return new RecoveryError(hebrewOr(text, recoveryText.failed))
  }
  return new RecoveryError(recoveryText.connectionFailed, { cause: error })
}

import type { GoTrueClient as AuthClient, AuthResponse, VerifyOtpParams } from '@supabase/auth-js'
import { createSupabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { readPublicConfig } from '~/shared/config/env'

/** A code as it was typed, and the address whose mail carried it. */
export type MailedCode = { email: string; code: string }

/**
 * Redeems the code of a mail with the sign-in service: by the token of the same mail's link where the academy sent it,
 * else as a code of the service's own. Which of them sent it is a setting of the project that nothing here knows. It is
 * asked as a visitor: a session that has ended must not stand in the way of the next one.
 * @returns what `verifyOtp` gives, `otp_expired` for a wrong or old code
 */
export async function verifyMailedCode(
  auth: Pick<AuthClient, 'verifyOtp'>,
  { email, code }: MailedCode,
  type: 'email' | 'email_change',
): Promise<AuthResponse> {
  const visitor = createSupabase({ ...readPublicConfig(), fetch: (input, init) => fetch(input, init) })
  const { data: token } = await visitor
    .rpc('redeem_mail_code', { email, code, purpose: type })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  const params: VerifyOtpParams = token ? { token_hash: token, type } : { email, token: code, type }
  return auth.verifyOtp(params)
}

import { callbackAddress } from '~/session/sign-in/auth.calls'
import { loadAuthClient, temporaryAuthClient } from '~/session/tokens/auth-client'
import { verifyMailedCode } from '~/session/tokens/mailed-code.calls'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { AppError, toAppError } from '~/shared/errors/errors'

/** A change of address that waits for its two confirmations. */
export type EmailChange = { newEmail: string; currentConfirmed: boolean; newConfirmed: boolean }

type ChangeJson = { new_email: string; current_confirmed: boolean; new_confirmed: boolean } | null

/** The change that is under way, null without one. @throws AppError */
export async function fetchEmailChange(): Promise<EmailChange | null> {
  const { data, error } = await browserSupabase()
    .rpc('my_email_change')
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const change = data as ChangeJson
  return (
    change && {
      newEmail: change.new_email,
      currentConfirmed: change.current_confirmed,
      newConfirmed: change.new_confirmed,
    }
  )
}

/** The links of both mails lead to our own page, which knows them as this browser's wish. */
const linkTarget = async (email: string) =>
  (await callbackAddress('email_change', email, paths.profileSecurity)).address

/**
 * Asks for another address; a mail with a link and a code goes to both.
 * @throws AppError, REAUTHENTICATION_NEEDED without a fresh sign-in, DUPLICATE_EMAIL for a taken address
 */
export async function beginEmailChange(newEmail: string): Promise<void> {
  const permit = await browserSupabase().rpc('begin_email_change')
  if (permit.error) throw toAppError(permit.error)
  const emailRedirectTo = await linkTarget(newEmail)
  const { error } = await (await loadAuthClient()).updateUser({ email: newEmail }, { emailRedirectTo })
  if (error) throw toAppError(error)
}

/** Has both addresses mailed again; what one of them had confirmed starts anew. @throws AppError */
export async function resendEmailChange(email: string): Promise<void> {
  const emailRedirectTo = await linkTarget(email)
  const { error } = await (await loadAuthClient()).resend({ type: 'email_change', email, options: { emailRedirectTo } })
  if (error) throw toAppError(error)
}

/** Gives up the change that is under way. @throws AppError */
export async function cancelEmailChange(): Promise<void> {
  const { error } = await browserSupabase().rpc('cancel_my_email_change')
  if (error) throw toAppError(error)
}

/** The half of a change that has just been confirmed. */
export type Confirmation = { step: 'half' } | { step: 'whole'; userId: string }

/**
 * Confirms a change by the token of a link, or by the code that one of the addresses was mailed. It signs nobody in:
 * the session that the service opens with the second confirmation ends at once.
 * @throws AppError, INVALID_CREDENTIALS for a used or old link or a wrong code
 */
export async function confirmEmailChange(
  proof: { tokenHash: string } | { email: string; code: string },
): Promise<Confirmation> {
  const auth = await temporaryAuthClient()
  const { data, error } =
    'code' in proof
      ? await verifyMailedCode(auth, proof, 'email_change')
      : await auth.verifyOtp({ token_hash: proof.tokenHash, type: 'email_change' })
  if (error) {
    const usedUp = error.code === 'otp_expired'
    throw usedUp ? new AppError('INVALID_CREDENTIALS', undefined, undefined, { cause: error }) : toAppError(error)
  }
  if (!data.session) return { step: 'half' }
  const userId = data.session.user.id
  await auth.signOut({ scope: 'local' }).catch(() => undefined)
  return { step: 'whole', userId }
}

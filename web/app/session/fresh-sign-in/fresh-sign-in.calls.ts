import { loadAuthClient } from '~/session/tokens/auth-client'
import { verifyMailedCode } from '~/session/tokens/mailed-code.calls'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { AppError, toAppError } from '~/shared/errors/errors'

/**
 * How the person at the screen can show that it is them: a mailed code, or their authenticator app if they have one, or
 * one of the codes that stand for the app on the day when it is not at hand.
 */
export type FreshProof = { kind: 'mail'; email: string } | { kind: 'app'; factorId: string } | { kind: 'recovery' }

/** The way to prove it that fits the account. @throws AppError SESSION_ENDED when nobody is signed in */
export async function reauthenticationMethod(): Promise<FreshProof> {
  const { data } = await (await loadAuthClient()).getSession()
  const user = data.session?.user
  if (!user?.email) throw new AppError('SESSION_ENDED')
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
  return factor ? { kind: 'app', factorId: factor.id } : { kind: 'mail', email: user.email }
}

/** Mails a new code to one's own address. @throws AppError with the seconds to wait when one was mailed just now */
export async function mailFreshCode(email: string): Promise<void> {
  const auth = await loadAuthClient()
  const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw toAppError(error)
}

/**
 * Takes the code. A mailed one begins a new session in this browser, and the former one ends; one of the app, or
 * one that stands for it, renews the session that is there.
 * Whoever has signed in here meanwhile as somebody else is not signed out by the code of the former person.
 * @throws AppError INVALID_CREDENTIALS for a wrong or old code, SESSION_ENDED where another account is signed in by now
 */
export async function submitReauthentication(proof: FreshProof, code: string): Promise<void> {
  if (proof.kind === 'recovery') return giveRecoveryCode(code)
  const auth = await loadAuthClient()
  if (proof.kind === 'app') {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: proof.factorId, code })
    if (error) throw refusal(error)
    return
  }
  const former = (await auth.getSession()).data.session
  if (former && former.user.email !== proof.email) throw new AppError('SESSION_ENDED')
  const { data, error } = await verifyMailedCode(auth, { email: proof.email, code }, 'email')
  if (error) throw refusal(error)
  if (former && data.user?.id !== former.user.id) {
    await auth.signOut({ scope: 'local' })
    throw new AppError('SESSION_ENDED')
  }
  if (former) await auth.admin.signOut(former.access_token, 'local').catch(() => undefined)
}

/** The session has given its second step with the code, and the next token says so. */
async function giveRecoveryCode(code: string): Promise<void> {
  const { data, error } = await browserSupabase().rpc('use_recovery_code', { code })
  if (error) throw toAppError(error)
  const refusal = (data as { error: unknown }).error
  if (refusal) throw toAppError(refusal)
  const { error: stale } = await (await loadAuthClient()).refreshSession()
  if (stale) throw toAppError(stale)
}

const WRONG_CODE = new Set(['otp_expired', 'mfa_verification_failed'])

const refusal = (error: { code?: string | undefined }): AppError =>
  WRONG_CODE.has(error.code ?? '')
    ? new AppError('INVALID_CREDENTIALS', undefined, undefined, { cause: error })
    : toAppError(error)

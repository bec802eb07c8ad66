import { currentSession, currentUser } from '~/session/sign-in/auth.calls'
import { loadAuthClient } from '~/session/tokens/auth-client'
import { signingKeys } from '~/session/tokens/signing-keys'
import { checkToken, type TokenClaims, UncheckableTokenError } from '~/session/tokens/token-claims'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { AppError, toAppError } from '~/shared/errors/errors'
import { type Device, deviceOf } from './device.rules'

/** A place where the student is signed in. */
export type OwnSession = {
  id: string
  device: Device
  /** The network address with its second half masked; null when it is not known. */
  address: string | null
  signedInAt: string
  lastUsedAt: string
  isCurrent: boolean
}

/** The student's living sessions, this one first, then by last use. @throws AppError, SESSION_ENDED */
export async function fetchOwnSessions(): Promise<OwnSession[]> {
  const { data, error } = await browserSupabase()
    .rpc('list_my_sessions')
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  return data.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.address,
    signedInAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }))
}

/** One entry into the account, whose session may have ended since. */
export type OwnSignIn = {
  at: string
  device: Pick<Device, 'browser' | 'system'>
  address: string | null
  withApp: boolean
  isOpen: boolean
}

/** The last sign-ins, the newest first. @throws AppError, SESSION_ENDED */
export async function fetchOwnSignIns(): Promise<OwnSignIn[]> {
  const { data, error } = await browserSupabase()
    .rpc('list_my_sign_ins')
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  return data.map((row) => ({
    at: row.signed_in_at,
    device: { browser: row.browser || null, system: row.system || null },
    address: row.address,
    withApp: row.with_app,
    isOpen: row.is_open,
  }))
}

/** Ends one session at once; one that has ended already is no error. @throws AppError */
export async function endOwnSession(id: string): Promise<void> {
  const { error } = await browserSupabase().rpc('end_my_session', { session_id: id })
  if (error) throw toAppError(error)
}

/** Ends every session but this one. @throws AppError */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await loadAuthClient()).signOut({ scope: 'others' })
  if (error) throw toAppError(error)
}

/**
 * Checks this browser's own token against the project's public keys [5-23]; where the browser cannot, the server does.
 * @returns the claims, or null when only the server could check
 * @throws TokenClaimsError; AppError on the way
 */
export async function checkOwnToken(): Promise<TokenClaims | null> {
  const session = await currentSession()
  if (!session) throw new AppError('SESSION_ENDED')
  try {
    return await checkToken(session.access_token, signingKeys)
  } catch (cause) {
    if (!(cause instanceof UncheckableTokenError)) throw cause
    await currentUser()
    return null
  }
}

import { submitReauthentication } from '~/session/fresh-sign-in/fresh-sign-in.calls'
import { refreshSession } from '~/session/sign-in/auth.calls'
import { loadAuthClient } from '~/session/tokens/auth-client'
import { randomId } from '~/shared/browser/random-id'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { toAppError } from '~/shared/errors/errors'

/** An authenticator app of the account [3-07]. */
export type AuthenticatorApp = { id: string; addedAt: string }

/** What an app needs to join: a picture to scan, or the same secret as text. */
export type AppInvitation = { id: string; qrCode: string; secret: string; uri: string }

/** The apps that have joined. @throws AppError */
export async function fetchApps(): Promise<AuthenticatorApp[]> {
  const { data, error } = await (await loadAuthClient()).mfa.listFactors()
  if (error) throw toAppError(error)
  return data.totp.map(({ id, created_at }) => ({ id, addedAt: created_at }))
}

/**
 * Invites an authenticator app [7-08]; nothing changes until it has given a code. What was begun before is dropped.
 * @param issuer what the app calls the academy
 * @throws AppError, REAUTHENTICATION_NEEDED without a fresh sign-in
 */
export async function inviteApp(issuer: string): Promise<AppInvitation> {
  await permit()
  const { mfa } = await loadAuthClient()
  const { data: known } = await mfa.listFactors()
  for (const { id, status } of known?.all ?? []) if (status === 'unverified') await mfa.unenroll({ factorId: id })
  const { data, error } = await mfa.enroll({ factorType: 'totp', issuer, friendlyName: randomId() })
  if (error) throw toAppError(error)
  const { qr_code: qrCode, secret, uri } = data.totp
  return { id: data.id, qrCode, secret, uri }
}

/**
 * Lets the app join by its first code; this session has given its second step then, and all others end.
 * @throws AppError, INVALID_CREDENTIALS for a wrong code, REAUTHENTICATION_NEEDED when the sign-in is old by now
 */
export async function joinApp(id: string, code: string): Promise<void> {
  await permit()
  await submitReauthentication({ kind: 'app', factorId: id }, code)
}

/** Takes the app off the account, against one of its codes or one that stands for it. @throws AppError, INVALID_CREDENTIALS for a wrong code */
export async function removeApp(id: string, code: string, kind: 'app' | 'recovery'): Promise<void> {
  await submitReauthentication(kind === 'app' ? { kind, factorId: id } : { kind }, code)
  await permit()
  const { error } = await (await loadAuthClient()).mfa.unenroll({ factorId: id })
  if (error) throw toAppError(error)
  await refreshSession()
}

async function permit(): Promise<void> {
  const { error } = await browserSupabase().rpc('begin_second_step')
  if (error) throw toAppError(error)
}

import { newMailKey, rememberMailRequest, returnQuery } from '~/session/callback/mail-requests'
import { loadAuthClient } from '~/session/tokens/auth-client'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import type { StaffMember, StaffRole } from './staff.rules'

/** A refusal of the staff area, worded in English as the specification words it. */
export class StaffError extends Error {
  override readonly name = 'StaffError'
}

type RoleRow = Row<'roles', 'name' | 'level'> & {
  role_permissions: { permission: Row<'permissions', 'name'> | null }[]
}

type MemberRow = Row<'admin_users', 'id' | 'email' | 'first_name' | 'last_name' | 'is_active' | 'email_verified'> & {
  role: RoleRow | null
}

/** Calls the listener whenever the session of this browser ends. @returns stops listening */
export function onSignedOut(listener: () => void): () => void {
  const following = loadAuthClient()
    .then((auth) => auth.onAuthStateChange((event) => event === 'SIGNED_OUT' && listener()).data.subscription)
    .catch(() => undefined)
  return () => void following.then((subscription) => subscription?.unsubscribe())
}

const COLUMNS = '*,role:roles(*,role_permissions(permission:permissions(name)))'

const toRole = ({ name, level, role_permissions }: RoleRow): StaffRole => ({
  name,
  level,
  permissions: role_permissions.flatMap(({ permission }) => permission?.name ?? []),
})

const toMember = (row: MemberRow): StaffMember => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  isActive: row.is_active,
  emailVerified: row.email_verified,
  role: row.role && toRole(row.role),
})

/**
 * The member of the staff behind an account, by its id; else by its address, which stores the id ([7-11], [4-28]).
 * @returns null when there is none [4-27]. @throws Error with the server's reason
 */
export async function fetchStaffMember(authId: string): Promise<StaffMember | null> {
  const found = await memberBy(authId)
  if (found) return found
  const { data, error } = await browserSupabase().rpc('link_admin_account')
  if (error) throw new Error(error.message)
  return (data as { success?: boolean } | null)?.success ? memberBy(authId) : null
}

/** Whether the role of the member behind this session opens only with an authenticator app, and there is none yet. @throws Error with the server's reason */
export async function isStaffAppMissing(): Promise<boolean> {
  const { data, error } = await browserSupabase().rpc('staff_app_missing')
  if (error) throw new Error(error.message)
  return data === true
}

/** A session of the staff: minutes without any use after which it ends (0: never), seconds until its 24 hours, or why it is over. */
export type StaffSession = { minutes: number; ended: boolean; seconds?: number; over?: 'age' | 'idle' }

/** Says that somebody uses the staff area. @throws Error with the server's reason */
export async function keepStaffSession(): Promise<StaffSession> {
  const { data, error } = await browserSupabase().rpc('keep_staff_session')
  if (error) throw new Error(error.message)
  return data as StaffSession
}

async function memberBy(authId: string): Promise<StaffMember | null> {
  const { data, error } = await browserSupabase()
    .from('admin_users')
    .select(COLUMNS)
    .eq('supabase_auth_id', authId)
    .retry(false)
    .maybeSingle<MemberRow>()
  if (error) throw new Error(error.message)
  return data && toMember(data)
}

/** The id of the member behind an address; null where so many were asked about that nobody is told. @throws StaffError [5-17] */
async function memberToMail(email: string): Promise<string | null> {
  const { data, error } = await browserSupabase().rpc('check_admin_sign_in', { email })
  // The sign-in service mails members only, too: an office behind one address stays able to sign in.
  if (error?.code === 'TOO_MANY_REQUESTS') return null
  if (error) throw error.code === 'EMAIL_DOMAIN_NOT_ALLOWED' ? new StaffError(error.message) : toAppError(error)
  const { admin_id, error: refusal } = data as { admin_id: string | null; error: string | null }
  if (refusal) throw new StaffError(refusal)
  return admin_id
}

/** Mails a sign-in link to a member of the staff, which leads to `returnTo` in this browser [7-05]. @throws StaffError for who is none [5-17]; AppError otherwise */
export async function sendStaffLink(email: string, returnTo: string = paths.admin): Promise<void> {
  const memberId = await memberToMail(email)
  const { hash } = await newMailKey()
  rememberMailRequest(email, returnTo, Date.now(), hash)
  const address = `${window.location.origin}${paths.adminAuthCallback}${returnQuery(hash, 'signin')}`
  const auth = await loadAuthClient()
  const sent = await auth.signInWithOtp({
    email,
    options: {
      shouldCreateUser: true,
      emailRedirectTo: address,
      data: { user_type: 'admin', admin_user_id: memberId, is_admin: true },
    },
  })
  if (sent.error) throw REFUSALS.has(sent.error.message) ? new StaffError(sent.error.message) : toAppError(sent.error)
}

/** What the sign-in service says of who is none, where nobody was told before. */
const REFUSALS = new Set(['Admin user not found', 'Admin account is deactivated'])

/** What an invitation says to whoever holds its token. `expiresAt` in ISO form. */
export type MailedInvitation = { email: string; inviter: string | null; expiresAt: string; isOver: boolean }

/** The invitation of a token; null where it invites nobody any more. @throws AppError */
export async function fetchInvitation(token: string): Promise<MailedInvitation | null> {
  const { data, error } = await browserSupabase().rpc('read_admin_invitation', { token_input: token })
  if (error) throw toAppError(error)
  const found = data as { email: string; inviter: string | null; expires_at: string; is_over: boolean } | null
  return found && { email: found.email, inviter: found.inviter, expiresAt: found.expires_at, isOver: found.is_over }
}

/** Where the mail of an invitation leads. */
export const invitationAddress = (token: string): string =>
  `${window.location.origin}${paths.adminAcceptInvitation}?token=${token}`

/** Mails a link to an invited address, which opens its invitation [7-04]. @param about what the account is told of who joins @throws AppError */
export async function sendInvitationLink(email: string, token: string, about: object = {}): Promise<void> {
  const auth = await loadAuthClient()
  const data = { user_type: 'admin', invitation_token: token, ...about }
  const options = { shouldCreateUser: true, emailRedirectTo: invitationAddress(token), data }
  const { error } = await auth.signInWithOtp({ email, options })
  if (error) throw toAppError(error)
}

/** Accepts an invitation in the name of whoever is signed in [7-07]. @throws StaffError with the reason ([5-15], [5-16]) */
export async function acceptInvitation(token: string): Promise<void> {
  const { data, error } = await browserSupabase().rpc('accept_admin_invitation', { token_input: token })
  if (error) throw toAppError(error)
  const answer = data as { success?: boolean; error?: string | null } | null
  if (!answer?.success) throw new StaffError(answer?.error || 'Invitation processing failed')
}

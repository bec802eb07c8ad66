import type { Transaction } from '../../database/index.ts'
import { completeEmailChange, confirmEmail } from '../accounts/confirm.ts'
import { dropUnprovedPassword } from '../accounts/password.ts'
import { clearSentTimes, findUser, isBanned, type UserRow } from '../accounts/user-row.ts'
import { refundMailboxCharge } from '../mail-limits.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthRequest, Service } from '../service.ts'
import type { Redeemed, TokenType } from './one-time.ts'

const BY_TYPE: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

/** The kinds of tokens that a `type` of /verify may use up; undefined for an unknown type. */
export const tokenTypes = (type: string): TokenType[] | undefined =>
  Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined

export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Does what the token stood for: confirms the address, or changes it once both sides have agreed.
 * @returns the user; `half` when the other address still has to confirm the change.
 * @throws AuthError user_banned, email_exists.
 */
export async function acceptToken(
  tx: Transaction,
  { settings }: Service,
  redeemed: Redeemed,
): Promise<{ user: UserRow; half: boolean } | undefined> {
  const user = await findUser(tx, redeemed.user_id)
  if (!user) return undefined
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (!redeemed.token_type.startsWith('email_change')) {
    if (redeemed.token_type !== 'confirmation_token') await dropUnprovedPassword(tx, user)
    await confirmEmail(tx, user)
    if (user.invited_at && !user.encrypted_password) await clearSentTimes(tx, user.id)
    return { user, half: false }
  }
  if (settings.confirmBothAddresses && user.email && user.email_change_confirm_status === 0) {
    await tx.query('update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1', [user.id])
    return { user, half: true }
  }
  await completeEmailChange(tx, user)
  return { user, half: false }
}

/** The reader of a mail is there: it no longer counts against the mailbox, whose next sign-in needs one too. */
export function releaseMailboxCharge(tx: Transaction, request: AuthRequest, redeemed: Redeemed): Promise<void> {
  const { token_type: type, relates_to: email } = redeemed
  const isOther = type === 'confirmation_token' || type === 'email_change_token_new'
  return refundMailboxCharge(tx, request, { email, signsIn: !isOther })
}

import type { Transaction } from '../../database/index.ts'
import { isDatabaseError } from '../../errors.ts'
import { AuthError } from '../protocol/errors.ts'
import { dropTokens } from '../tokens/one-time.ts'
import { addIdentity } from './create-user.ts'
import type { UserRow } from './user-row.ts'

const VERIFIED = JSON.stringify({ email_verified: true })

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

/**
 * Marks the address as the person's own and ends all of their one-time tokens.
 * @param metadata what the user's metadata shall be, in the place of what the row has
 */
export async function confirmEmail(tx: Transaction, user: UserRow, metadata?: Record<string, unknown>): Promise<void> {
  await dropTokens(tx, user.id)
  if (user.email_confirmed_at) return
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false, updated_at = now(),
       raw_user_meta_data = coalesce($3::jsonb, raw_user_meta_data, '{}') || $2::jsonb where id = $1`,
    [user.id, VERIFIED, metadata ? JSON.stringify(metadata) : null],
  )
  await tx.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [user.id, VERIFIED],
  )
}

/**
 * Puts the awaited new address in the place of the present one.
 * @throws AuthError email_exists when someone else has it by now.
 */
export async function completeEmailChange(tx: Transaction, user: UserRow): Promise<void> {
  await setEmail(tx, user, user.email_change ?? '')
  await confirmEmail(tx, { ...user, email_confirmed_at: null })
}

/**
 * Gives the user another address; what was under way for the former one ends.
 * @throws AuthError email_exists.
 */
export async function setEmail(tx: Transaction, user: UserRow, email: string): Promise<void> {
  const data = JSON.stringify({ email })
  try {
    await tx.query(
      `update auth.users set email = $2, email_change = '', email_change_confirm_status = 0, updated_at = now(),
         raw_user_meta_data = case when raw_user_meta_data ? 'email' then raw_user_meta_data || $3::jsonb
                                   else raw_user_meta_data end
       where id = $1`,
      [user.id, email, data],
    )
  } catch (error) {
    throw isDatabaseError(error) && error.code === '23505' ? emailExists() : error
  }
  const { rowCount } = await tx.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [user.id, data],
  )
  const shared = { email_verified: Boolean(user.email_confirmed_at), phone_verified: false }
  if (rowCount === 0) await addIdentity(tx, user.id, 'email', { sub: user.id, email, ...shared })
  await dropTokens(tx, user.id)
}

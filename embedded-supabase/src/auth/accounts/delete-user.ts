import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import { endSessions } from '../sessions/end.ts'
import { dropTokens } from '../tokens/one-time.ts'
import type { UserRow } from './user-row.ts'

/** Deletes the user with everything that hangs on the row. */
export async function deleteUser(tx: Transaction, user: UserRow): Promise<void> {
  await tx.query('delete from auth.users where id = $1', [user.id])
}

/** Keeps the row, so that what refers to it stays, and takes everything out of it that tells who it was. */
export async function softDeleteUser(tx: Transaction, user: UserRow): Promise<void> {
  const obscure = (value: string | null) =>
    value ? createHash('sha256').update(`${user.id}${value}`).digest('base64url') : value
  await endSessions(tx, { userId: user.id, sessionId: user.id, scope: 'global' })
  await dropTokens(tx, user.id)
  await tx.query('delete from auth.identities where user_id = $1', [user.id])
  await tx.query('delete from auth.flow_state where user_id = $1', [user.id])
  await tx.query(
    `update auth.users set email = $2, phone = $3, encrypted_password = '', email_change = '', phone_change = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now() where id = $1`,
    [user.id, obscure(user.email), obscure(user.phone)],
  )
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id])
}

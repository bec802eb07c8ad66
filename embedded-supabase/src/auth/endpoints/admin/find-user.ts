import type { Transaction } from '../../../database/index.ts'
import { findUserOrDeleted, type UserRow } from '../../accounts/user-row.ts'
import { AuthError } from '../../protocol/errors.ts'
import { isUuid } from '../../protocol/fields.ts'
import type { AuthRequest } from '../../service.ts'

/**
 * The user whose id is the first variable part of the path, also a deleted one whose row was kept.
 * @throws AuthError 404 validation_failed for an id that is none, user_not_found.
 */
export async function pathUser(tx: Transaction, { parameters: [id] }: AuthRequest): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserOrDeleted(tx, id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

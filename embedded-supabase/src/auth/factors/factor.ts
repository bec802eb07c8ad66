import type { Transaction } from '../../database/index.ts'
import { AuthError } from '../protocol/errors.ts'
import { isUuid } from '../protocol/fields.ts'

/** A factor with what only the server may know. */
export type SecretFactor = {
  id: string
  user_id: string
  factor_type: string
  status: 'verified' | 'unverified'
  friendly_name: string | null
  secret: string | null
}

/**
 * The person's own factor, locked.
 * @throws AuthError 404 validation_failed or mfa_factor_not_found.
 */
export async function ownFactor(tx: Transaction, userId: string, id: string | undefined): Promise<SecretFactor> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const { rows } = await tx.query<SecretFactor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2 for update',
    [id, userId],
  )
  if (!rows[0]) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

/** Deletes a factor; the sessions that it lifted fall back to the first level. */
export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select s.id from auth.sessions s where s.factor_id = $1)`,
    [id],
  )
  await tx.query(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`, [
    id,
  ])
  await tx.query('delete from auth.mfa_factors where id = $1', [id])
}

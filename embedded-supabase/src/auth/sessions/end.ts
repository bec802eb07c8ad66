import type { Transaction } from '../../database/index.ts'

export type Scope = 'global' | 'local' | 'others'

/** Ends sessions of a user with their refresh tokens: all, the given one, or all but the given one. */
export async function endSessions(
  tx: Transaction,
  { userId, sessionId, scope }: { userId: string; sessionId: string; scope: Scope },
): Promise<void> {
  const which = { global: 'true', local: '%s = $2', others: '%s <> $2' }[scope]
  const values = scope === 'global' ? [userId] : [userId, sessionId]
  await tx.query(
    `delete from auth.refresh_tokens where user_id = $1 and (session_id is null or ${which.replace('%s', 'session_id')})`,
    values,
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and ${which.replace('%s', 'id')}`, values)
}

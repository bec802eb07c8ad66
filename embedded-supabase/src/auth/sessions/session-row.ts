import type { Settings } from '../settings.ts'

export type SessionRow = {
  id: string
  user_id: string
  created_at: Date
  updated_at: Date
  factor_id: string | null
  aal: string
  not_after: Date | null
  refreshed_at: Date | null
}

/** When the session ends whatever happens: its own end or the configured length, the earlier; undefined for never. */
export function endOf(session: SessionRow, { timeboxS }: Settings): Date | undefined {
  const ends = [
    ...(session.not_after ? [session.not_after.getTime()] : []),
    ...(timeboxS === undefined ? [] : [session.created_at.getTime() + timeboxS * 1000]),
  ]
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}

/** Whether the session has come to its end. */
export function hasEnded(session: SessionRow, settings: Settings): boolean {
  const end = endOf(session, settings)
  return end !== undefined && end.getTime() <= Date.now()
}

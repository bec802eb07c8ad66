import type { Session } from '@supabase/auth-js'

/**
 * Whether the account of a session has an authenticator app whose code this session has not seen yet. It only decides
 * which screen comes: the database refuses such a session by itself.
 */
export function needsSecondStep({ access_token, user }: Session): boolean {
  return (user.factors ?? []).some(({ status }) => status === 'verified') && levelOf(access_token) !== 'aal2'
}

function levelOf(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return (claims as { aal?: unknown } | null)?.aal
  } catch {
    return undefined
  }
}

import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { afterEach, beforeEach, vi } from 'vitest'
import { onAuthEvent, startSessionKeeper } from './session-keeper'
import { setSession } from './session-store'
import { keeperMocks } from './test-keeper-mocks'
import { dana } from './test-students'

export const STORED_SESSION = JSON.stringify({ user: { id: dana.id } })

export const authSession = (metadata: Record<string, unknown> = {}) =>
  ({
    user: { id: dana.id, email: dana.email, email_confirmed_at: 'now', user_metadata: metadata },
  }) as unknown as Session

/** What the sign-in client tells. */
export const authEvent = (name: AuthChangeEvent, session: Session | null = authSession()) => onAuthEvent(name, session)

export const settle = () => vi.advanceTimersByTimeAsync(0)

let stop: () => void = () => undefined

/** Keeps the session until the end of the test. */
export const startTestSessionKeeper = () => {
  stop = startSessionKeeper()
}

/** Each test begins without a session, by a clock of its own, and with mocks that let everything work. */
export function setUpKeeper(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    const { currentUser, refreshSession, fetchProfile, applyRegistration, toast } = keeperMocks
    for (const mock of [currentUser, refreshSession, fetchProfile, applyRegistration, ...Object.values(toast)])
      mock.mockReset()
    refreshSession.mockResolvedValue(undefined)
    keeperMocks.fetchProfile.mockResolvedValue(dana)
    keeperMocks.authSignOut.mockReset().mockImplementation(async () => {
      authEvent('SIGNED_OUT', null)
      return { error: null }
    })
    keeperMocks.loadAuthClient.mockReset().mockResolvedValue({ signOut: keeperMocks.authSignOut })
    setSession({ status: 'unknown' })
  })

  afterEach(() => {
    stop()
    authEvent('SIGNED_OUT', null)
    vi.useRealTimers()
  })
}

import { describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { checkSession } from './session-keeper'
import { getSession, holdSession, setSession } from './session-store'
import { signOut } from './sign-out.calls'
import { authEvent, STORED_SESSION, settle, setUpKeeper, startTestSessionKeeper } from './test-keeper'
import { keeperMocks } from './test-keeper-mocks'
import { danaSession } from './test-students'

vi.mock('~/session/sign-in/auth.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('./users.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/registration/registrations.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/shared/ui/toast', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/tokens/auth-client', async (original) => {
  const { loadAuthClient } = (await import('./test-keeper-mocks')).keeperMocks
  return { ...(await original()), loadAuthClient }
})

const MINUTE = 60 * 1000
const DAY = 24 * 60 * 60 * 1000

setUpKeeper()

describe('the local limit and the monitoring', () => {
  it('[9-01] [3-24] a sign-in starts 90 days', () => {
    authEvent('SIGNED_IN')
    expect(Number(localStorage.getItem('user_session_expiry'))).toBe(Date.now() + 90 * DAY)
  })

  it('[4-19] [4-20] [8-17] [9-03] half-hourly, a session past its limit is ended with a warning', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.currentUser.mockResolvedValue({})
    localStorage.setItem('user_session_expiry', String(Date.now() + 45 * MINUTE))
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(keeperMocks.currentUser).toHaveBeenCalledOnce()
    expect(getSession().status).toBe('student')
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(keeperMocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(getSession().status).toBe('anonymous')
    expect(localStorage.getItem('user_session_expiry')).toBeNull()
  })

  it('[4-20] a session past its limit stays on a screen that holds it', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    const release = holdSession()
    localStorage.setItem('user_session_expiry', String(Date.now() - 1))
    await checkSession()
    await settle()
    expect(keeperMocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true })
    release()
  })

  it('[4-20] a limit that passed while the browser was closed counts at once', async () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    localStorage.setItem('user_session_expiry', String(Date.now() - 1))
    startTestSessionKeeper()
    authEvent('INITIAL_SESSION')
    authEvent('SIGNED_IN')
    await settle()
    expect(keeperMocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(keeperMocks.authSignOut).toHaveBeenCalledOnce()
    expect(getSession().status).not.toBe('student')
  })

  it('[4-21] an invalid session is refreshed, and ended when that fails', async () => {
    setSession(danaSession())
    keeperMocks.currentUser.mockRejectedValue(new AppError('INVALID_CREDENTIALS'))
    keeperMocks.refreshSession.mockResolvedValueOnce(undefined)
    await checkSession()
    expect(getSession().status).toBe('student')
    keeperMocks.refreshSession.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await checkSession()
    expect(getSession().status).toBe('anonymous')
    expect(keeperMocks.toast.warning).toHaveBeenCalledExactlyOnceWith('You have been signed out.')
  })

  it('[4-21] a session that the client let go of by itself is said once', async () => {
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.currentUser.mockImplementation(async () => {
      authEvent('SIGNED_OUT', null)
      throw new AppError('UNKNOWN_ERROR')
    })
    keeperMocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    await checkSession()
    const shown = [...keeperMocks.toast.info.mock.calls, ...keeperMocks.toast.warning.mock.calls]
    expect(shown).toEqual([['You have been signed out.']])
  })

  it('[4-21] it is said once as well on a screen that holds the session', async () => {
    authEvent('SIGNED_IN')
    await settle()
    const release = holdSession()
    keeperMocks.currentUser.mockImplementation(async () => {
      authEvent('SIGNED_OUT', null)
      throw new AppError('UNKNOWN_ERROR')
    })
    keeperMocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    await checkSession()
    const shown = [...keeperMocks.toast.info.mock.calls, ...keeperMocks.toast.warning.mock.calls]
    expect(shown).toEqual([['You have been signed out.']])
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true })
    release()
  })

  it('[4-18] whoever signs out hears it once, also when a request is refused on the way', async () => {
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.toast.success.mockClear()
    keeperMocks.currentUser.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    keeperMocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    keeperMocks.authSignOut.mockImplementationOnce(async () => {
      await checkSession()
      authEvent('SIGNED_OUT', null)
      return { error: null }
    })
    await signOut()
    const { success, info, warning } = keeperMocks.toast
    expect([success, info, warning].flatMap((shown) => shown.mock.calls)).toEqual([['Signed out successfully']])
  })

  it('[4-21] an outage ends nothing', async () => {
    setSession(danaSession())
    keeperMocks.currentUser.mockRejectedValue(new AppError('NETWORK_ERROR'))
    await checkSession()
    keeperMocks.currentUser.mockRejectedValue(new AppError('INVALID_CREDENTIALS'))
    keeperMocks.refreshSession.mockRejectedValue(new AppError('SERVER_ERROR'))
    await checkSession()
    expect(getSession().status).toBe('student')
  })
})

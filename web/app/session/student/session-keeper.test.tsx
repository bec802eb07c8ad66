import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberMailRequest } from '~/session/callback/mail-requests'
import { AppError } from '~/shared/errors/errors'
import { sessionToasts } from './session.he'
import { checkSession, keepSession, onAuthEvent } from './session-keeper'
import { getSession, holdSession, setSession } from './session-store'
import { signOut } from './sign-out.calls'
import { dana, danaSession } from './test-students'

const refusals: { tell: () => void } = { tell: () => undefined }

const mocks = vi.hoisted(() => ({
  currentUser: vi.fn(),
  refreshSession: vi.fn(),
  fetchProfile: vi.fn(),
  applyRegistration: vi.fn(),
  loadAuthClient: vi.fn(),
  authSignOut: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn(), warning: vi.fn() },
}))
vi.mock('~/session/sign-in/auth.calls', () => ({
  currentUser: mocks.currentUser,
  refreshSession: mocks.refreshSession,
}))
vi.mock('./users.calls', () => ({ fetchProfile: mocks.fetchProfile }))
vi.mock('~/session/registration/registrations.calls', () => ({ applyRegistration: mocks.applyRegistration }))
vi.mock('~/shared/ui/toast', () => ({ toast: mocks.toast }))
vi.mock('~/shared/client/access-token', async (original) => ({
  ...(await original()),
  onTokenRefused: (listener: () => void) => {
    refusals.tell = listener
  },
}))
vi.mock('~/session/tokens/auth-client', async (original) => ({
  ...(await original()),
  loadAuthClient: mocks.loadAuthClient,
}))

const DAY = 24 * 60 * 60 * 1000
const MINUTE = 60 * 1000
const STORED = JSON.stringify({ user: { id: dana.id } })

const sessionOf = (metadata: Record<string, unknown> = {}) =>
  ({
    user: { id: dana.id, email: dana.email, email_confirmed_at: 'now', user_metadata: metadata },
  }) as unknown as Session
const halfway = (aal: string) => {
  const session = sessionOf()
  const access_token = `h.${btoa(JSON.stringify({ aal }))}.s`
  return {
    ...session,
    access_token,
    user: { ...session.user, factors: [{ status: 'verified' }] },
  } as unknown as Session
}
const event = (name: AuthChangeEvent, session: Session | null = sessionOf()) => onAuthEvent(name, session)
const settle = () => vi.advanceTimersByTimeAsync(0)

let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  const { currentUser, refreshSession, fetchProfile, applyRegistration, toast } = mocks
  for (const mock of [currentUser, refreshSession, fetchProfile, applyRegistration, ...Object.values(toast)])
    mock.mockReset()
  refreshSession.mockResolvedValue(undefined)
  mocks.fetchProfile.mockResolvedValue(dana)
  mocks.authSignOut.mockReset().mockImplementation(async () => {
    event('SIGNED_OUT', null)
    return { error: null }
  })
  mocks.loadAuthClient.mockReset().mockResolvedValue({ signOut: mocks.authSignOut })
  setSession({ status: 'unknown' })
})

afterEach(() => {
  stop()
  event('SIGNED_OUT', null)
  vi.useRealTimers()
})

describe('what was registered in this browser', () => {
  const nobody = { ...dana, firstName: '', lastName: '', phoneNumber: null, consentsGiven: false }
  const remember = () => {
    rememberMailRequest('other@example.com', '/', Date.now(), 'others', true)
    rememberMailRequest(dana.email, '/', Date.now(), 'signin')
    rememberMailRequest(dana.email, '/', Date.now(), 'older', true)
    rememberMailRequest(' Dana@Example.com ', '/', Date.now(), 'newer', true)
  }
  const asked = () => mocks.applyRegistration.mock.calls.map(([hash]) => hash)

  it('[4-06] becomes the profile that says nothing yet, before anybody is welcomed', async () => {
    remember()
    localStorage.setItem('agreed-registration', JSON.stringify({ hash: 'agreed', agreedAt: Date.now() }))
    mocks.fetchProfile.mockResolvedValueOnce(nobody)
    mocks.applyRegistration
      .mockResolvedValueOnce({ applied: false })
      .mockResolvedValueOnce({ applied: true, phoneLeftOut: false })
    event('SIGNED_IN')
    await settle()
    expect(asked()).toEqual(['agreed', 'newer'])
    expect(getSession()).toMatchObject({ profile: dana, phoneUpdateRequired: false })
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
    expect(mocks.refreshSession).toHaveBeenCalledOnce()
    expect(localStorage.getItem('agreed-registration')).toBeNull()
  })

  it('is never asked about for a profile that says everything', async () => {
    remember()
    event('SIGNED_IN')
    await settle()
    expect(asked()).toEqual([])
  })

  it('says when its number belongs to somebody else by now', async () => {
    remember()
    mocks.fetchProfile.mockResolvedValueOnce(nobody).mockResolvedValue({ ...dana, phoneNumber: null })
    mocks.applyRegistration.mockResolvedValue({ applied: true, phoneLeftOut: true })
    event('SIGNED_IN')
    await settle()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith(sessionToasts.phoneTakenMeanwhile)
    expect(getSession()).toMatchObject({ phoneUpdateRequired: true })
  })

  it('is tried again until the connection is back; nothing is lost', async () => {
    remember()
    mocks.fetchProfile.mockResolvedValueOnce(nobody).mockResolvedValueOnce(nobody)
    mocks.applyRegistration.mockRejectedValue(new AppError('NETWORK_ERROR'))
    event('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(2000)
    expect(getSession()).toMatchObject({ status: 'student', profile: nobody })
    mocks.applyRegistration.mockReset().mockResolvedValue({ applied: true, phoneLeftOut: false })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(getSession()).toMatchObject({ profile: dana })
  })
})

describe('starting', () => {
  it('[6-01] without a stored session the visitor is anonymous and sign-in is not loaded', () => {
    stop = keepSession()
    expect(getSession()).toEqual({ status: 'anonymous' })
    expect(mocks.loadAuthClient).not.toHaveBeenCalled()
  })

  it('[3-23] [9-12] a stored session loads sign-in', () => {
    localStorage.setItem('sb-auth-token', STORED)
    stop = keepSession()
    expect(mocks.loadAuthClient).toHaveBeenCalledOnce()
    expect(getSession()).toEqual({ status: 'unknown' })
  })

  it('[2.11-01] [3-25] [9-07] stops waiting for it after 5 seconds, and takes it in when it comes later', async () => {
    localStorage.setItem('sb-auth-token', STORED)
    stop = keepSession()
    await vi.advanceTimersByTimeAsync(4999)
    expect(getSession().status).toBe('unknown')
    await vi.advanceTimersByTimeAsync(1)
    expect(getSession().status).toBe('anonymous')
    expect(localStorage.getItem('user-force-loaded')).toBe('true')
    event('SIGNED_IN')
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    expect(localStorage.getItem('user-force-loaded')).toBeNull()
  })

  it('[8-18] says when sign-in cannot be loaded, and asks again with the connection', async () => {
    localStorage.setItem('sb-auth-token', STORED)
    mocks.loadAuthClient.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    stop = keepSession()
    await settle()
    expect(getSession()).toEqual({ status: 'anonymous' })
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Authentication error occurred')
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('online'))
    expect(mocks.loadAuthClient).toHaveBeenCalledTimes(2)
  })

  it('hears from other tabs that somebody signed in', () => {
    stop = keepSession()
    localStorage.setItem('sb-auth-token', STORED)
    window.dispatchEvent(new StorageEvent('storage', { key: 'sb-auth-token' }))
    expect(mocks.loadAuthClient).toHaveBeenCalledOnce()
  })
})

describe('auth events', () => {
  it('[3-07] [4-01] an account with an app has no student before its code was given; then it is welcomed', async () => {
    stop = keepSession()
    event('SIGNED_IN', halfway('aal1'))
    await settle()
    expect(getSession()).toEqual({ status: 'anonymous', secondStep: { email: dana.email } })
    expect(mocks.fetchProfile).not.toHaveBeenCalled()
    event('MFA_CHALLENGE_VERIFIED', halfway('aal2'))
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
  })

  it('[4-01] a code that is given again inside a session is no sign-in', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    await settle()
    mocks.toast.success.mockReset()
    event('MFA_CHALLENGE_VERIFIED', halfway('aal2'))
    await settle()
    expect(mocks.toast.success).not.toHaveBeenCalled()
    expect(mocks.fetchProfile).toHaveBeenCalledOnce()
  })

  it('[4-01] [4-03] signing in loads the profile and welcomes the student', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    expect(getSession()).toMatchObject({ status: 'student', email: dana.email })
    await settle()
    expect(getSession()).toMatchObject({ profile: dana, firstName: 'דנה' })
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
  })

  it('[4-01] a reload or refocus of the same session is no sign-in', async () => {
    localStorage.setItem('sb-auth-token', STORED)
    stop = keepSession()
    event('SIGNED_IN')
    event('INITIAL_SESSION')
    event('TOKEN_REFRESHED')
    event('SIGNED_IN')
    await settle()
    expect(mocks.toast.success).not.toHaveBeenCalled()
    expect(mocks.fetchProfile).toHaveBeenCalledOnce()
  })

  it('[4-01] a changed account loads the profile anew, address and all', async () => {
    event('SIGNED_IN')
    await settle()
    mocks.fetchProfile.mockResolvedValue({ ...dana, email: 'new@example.com' })
    event('USER_UPDATED')
    await settle()
    expect(mocks.fetchProfile).toHaveBeenCalledTimes(2)
    expect(getSession()).toMatchObject({ email: 'new@example.com' })
  })

  it('[4-01] each of the five events is taken in', async () => {
    for (const name of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'MFA_CHALLENGE_VERIFIED'] as const) {
      event(name)
      await settle()
      expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    }
    expect(mocks.toast.success).toHaveBeenCalledOnce()
    event('SIGNED_OUT', null)
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('[4-02] ignores accounts of another kind', () => {
    event('SIGNED_IN', sessionOf({ user_type: 'admin' }))
    expect(getSession()).toEqual({ status: 'anonymous' })
    event('SIGNED_IN', sessionOf({ user_type: 'student' }))
    expect(getSession().status).toBe('student')
  })

  it.each([
    ['is missing', () => mocks.fetchProfile.mockResolvedValue(null)],
    ['fails to load', () => mocks.fetchProfile.mockRejectedValue(new AppError('SERVER_ERROR'))],
  ])('[4-04] a profile that %s signs the student out', async (_, arrange) => {
    arrange()
    event('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(3000)
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Failed to load user profile')
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('[2.11-03] on a reload an outage keeps the session and says so', async () => {
    localStorage.setItem('sb-auth-token', STORED)
    stop = keepSession()
    mocks.fetchProfile.mockRejectedValue(new AppError('NETWORK_ERROR'))
    event('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(3000)
    expect(getSession()).toMatchObject({ status: 'student', profileFailed: true })
    expect(mocks.authSignOut).not.toHaveBeenCalled()
  })

  it('[8-18] says that the session was ended elsewhere', async () => {
    event('SIGNED_IN')
    await settle()
    event('SIGNED_OUT', null)
    expect(mocks.toast.info).toHaveBeenCalledExactlyOnceWith('You have been signed out.')
  })

  it('a screen that holds the session keeps it when it runs out, until its owner is back', async () => {
    event('SIGNED_IN')
    await settle()
    const release = holdSession()
    event('SIGNED_OUT', null)
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true, profile: dana })
    expect(mocks.toast.info).toHaveBeenCalledOnce()
    event('SIGNED_OUT', null)
    expect(mocks.toast.info).toHaveBeenCalledOnce()
    event('SIGNED_IN')
    expect(getSession()).not.toHaveProperty('lapsed')
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    event('SIGNED_OUT', null)
    release()
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('a session that somebody ended on purpose, here or in another tab, is not kept by any screen', async () => {
    event('SIGNED_IN')
    await settle()
    const release = holdSession()
    await signOut()
    expect(getSession()).toEqual({ status: 'anonymous' })
    await vi.advanceTimersByTimeAsync(MINUTE)
    event('SIGNED_IN')
    await settle()
    localStorage.setItem('signed-out-at', String(Date.now()))
    event('SIGNED_OUT', null)
    expect(getSession()).toEqual({ status: 'anonymous' })
    release()
  })

  it.each([
    ['+972501234567', false],
    [null, true],
  ])('[4-23] [4-24] with the phone %s an update is required: %s', async (phoneNumber, required) => {
    mocks.fetchProfile.mockResolvedValue({ ...dana, phoneNumber })
    event('SIGNED_IN')
    await settle()
    expect(getSession()).toMatchObject({ phoneUpdateRequired: required })
  })
})

describe('the local limit and the monitoring', () => {
  it('[9-01] [3-24] a sign-in starts 90 days', () => {
    event('SIGNED_IN')
    expect(Number(localStorage.getItem('user_session_expiry'))).toBe(Date.now() + 90 * DAY)
  })

  it('[4-19] [4-20] [8-17] [9-03] half-hourly, a session past its limit is ended with a warning', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    await settle()
    mocks.currentUser.mockResolvedValue({})
    localStorage.setItem('user_session_expiry', String(Date.now() + 45 * MINUTE))
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(mocks.currentUser).toHaveBeenCalledOnce()
    expect(getSession().status).toBe('student')
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(getSession().status).toBe('anonymous')
    expect(localStorage.getItem('user_session_expiry')).toBeNull()
  })

  it('[4-20] a session past its limit stays on a screen that holds it', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    await settle()
    const release = holdSession()
    localStorage.setItem('user_session_expiry', String(Date.now() - 1))
    await checkSession()
    await settle()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true })
    release()
  })

  it('[4-20] a limit that passed while the browser was closed counts at once', async () => {
    localStorage.setItem('sb-auth-token', STORED)
    localStorage.setItem('user_session_expiry', String(Date.now() - 1))
    stop = keepSession()
    event('INITIAL_SESSION')
    event('SIGNED_IN')
    await settle()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(mocks.authSignOut).toHaveBeenCalledOnce()
    expect(getSession().status).not.toBe('student')
  })

  it('[4-21] an invalid session is refreshed, and ended when that fails', async () => {
    setSession(danaSession())
    mocks.currentUser.mockRejectedValue(new AppError('INVALID_CREDENTIALS'))
    mocks.refreshSession.mockResolvedValueOnce(undefined)
    await checkSession()
    expect(getSession().status).toBe('student')
    mocks.refreshSession.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await checkSession()
    expect(getSession().status).toBe('anonymous')
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('You have been signed out.')
  })

  it('[4-21] a session that the client let go of by itself is said once', async () => {
    event('SIGNED_IN')
    await settle()
    mocks.currentUser.mockImplementation(async () => {
      event('SIGNED_OUT', null)
      throw new AppError('UNKNOWN_ERROR')
    })
    mocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    await checkSession()
    const said = [...mocks.toast.info.mock.calls, ...mocks.toast.warning.mock.calls]
    expect(said).toEqual([['You have been signed out.']])
  })

  it('[4-21] it is said once as well on a screen that holds the session', async () => {
    event('SIGNED_IN')
    await settle()
    const release = holdSession()
    mocks.currentUser.mockImplementation(async () => {
      event('SIGNED_OUT', null)
      throw new AppError('UNKNOWN_ERROR')
    })
    mocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    await checkSession()
    const said = [...mocks.toast.info.mock.calls, ...mocks.toast.warning.mock.calls]
    expect(said).toEqual([['You have been signed out.']])
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true })
    release()
  })

  it('[4-18] whoever signs out hears it once, also when a request is refused on the way', async () => {
    event('SIGNED_IN')
    await settle()
    mocks.toast.success.mockClear()
    mocks.currentUser.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    mocks.refreshSession.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    mocks.authSignOut.mockImplementationOnce(async () => {
      await checkSession()
      event('SIGNED_OUT', null)
      return { error: null }
    })
    await signOut()
    const { success, info, warning } = mocks.toast
    expect([success, info, warning].flatMap((said) => said.mock.calls)).toEqual([['Signed out successfully']])
  })

  it('[4-21] an outage ends nothing', async () => {
    setSession(danaSession())
    mocks.currentUser.mockRejectedValue(new AppError('NETWORK_ERROR'))
    await checkSession()
    mocks.currentUser.mockRejectedValue(new AppError('INVALID_CREDENTIALS'))
    mocks.refreshSession.mockRejectedValue(new AppError('SERVER_ERROR'))
    await checkSession()
    expect(getSession().status).toBe('student')
  })
})

describe('a token that the database refuses', () => {
  it('makes the page look at its session, once for many requests, and let go of one that was ended', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    await settle()
    mocks.currentUser.mockRejectedValue(new AppError('SESSION_ENDED'))
    mocks.refreshSession.mockRejectedValue(new AppError('SESSION_ENDED'))
    refusals.tell()
    refusals.tell()
    await settle()
    expect(mocks.currentUser).toHaveBeenCalledOnce()
    expect(getSession().status).toBe('anonymous')
  })

  it('changes nothing when the session stands', async () => {
    stop = keepSession()
    event('SIGNED_IN')
    await settle()
    mocks.currentUser.mockResolvedValue({})
    refusals.tell()
    await settle()
    refusals.tell()
    await settle()
    expect(mocks.currentUser).toHaveBeenCalledTimes(2)
    expect(getSession().status).toBe('student')
  })
})

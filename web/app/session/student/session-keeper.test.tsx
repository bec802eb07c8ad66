import { describe, expect, it, vi } from 'vitest'
import { rememberMailRequest } from '~/session/callback/mail-requests'
import { AppError } from '~/shared/errors/errors'
import { sessionToasts } from './session.he'
import { getSession } from './session-store'
import { authEvent, STORED_SESSION, settle, setUpKeeper, startTestSessionKeeper } from './test-keeper'
import { keeperMocks, tokenRefusals } from './test-keeper-mocks'
import { dana } from './test-students'

vi.mock('~/session/sign-in/auth.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('./users.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/registration/registrations.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/shared/ui/toast', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/tokens/auth-client', async (original) => {
  const { loadAuthClient } = (await import('./test-keeper-mocks')).keeperMocks
  return { ...(await original()), loadAuthClient }
})
vi.mock('~/shared/client/access-token', async (original) => {
  const { tokenRefusals } = await import('./test-keeper-mocks')
  const onTokenRefused = (listener: () => void) => {
    tokenRefusals.refuse = listener
  }
  return { ...(await original()), onTokenRefused }
})

setUpKeeper()

describe('what was registered in this browser', () => {
  const nobody = { ...dana, firstName: '', lastName: '', phoneNumber: null, consentsGiven: false }
  const remember = () => {
    rememberMailRequest('other@example.com', '/', Date.now(), 'others', true)
    rememberMailRequest(dana.email, '/', Date.now(), 'signin')
    rememberMailRequest(dana.email, '/', Date.now(), 'older', true)
    rememberMailRequest(' Dana@Example.com ', '/', Date.now(), 'newer', true)
  }
  const asked = () => keeperMocks.applyRegistration.mock.calls.map(([hash]) => hash)

  it('[4-06] becomes the profile that says nothing yet, before anybody is welcomed', async () => {
    remember()
    localStorage.setItem('agreed-registration', JSON.stringify({ hash: 'agreed', agreedAt: Date.now() }))
    keeperMocks.fetchProfile.mockResolvedValueOnce(nobody)
    keeperMocks.applyRegistration
      .mockResolvedValueOnce({ applied: false })
      .mockResolvedValueOnce({ applied: true, phoneLeftOut: false })
    authEvent('SIGNED_IN')
    await settle()
    expect(asked()).toEqual(['agreed', 'newer'])
    expect(getSession()).toMatchObject({ profile: dana, phoneUpdateRequired: false })
    expect(keeperMocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
    expect(keeperMocks.refreshSession).toHaveBeenCalledOnce()
    expect(localStorage.getItem('agreed-registration')).toBeNull()
  })

  it('is never asked about for a profile that says everything', async () => {
    remember()
    authEvent('SIGNED_IN')
    await settle()
    expect(asked()).toEqual([])
  })

  it('says when its number belongs to somebody else by now', async () => {
    remember()
    keeperMocks.fetchProfile.mockResolvedValueOnce(nobody).mockResolvedValue({ ...dana, phoneNumber: null })
    keeperMocks.applyRegistration.mockResolvedValue({ applied: true, phoneLeftOut: true })
    authEvent('SIGNED_IN')
    await settle()
    expect(keeperMocks.toast.warning).toHaveBeenCalledExactlyOnceWith(sessionToasts.phoneTakenMeanwhile)
    expect(getSession()).toMatchObject({ phoneUpdateRequired: true })
  })

  it('is tried again until the connection is back; nothing is lost', async () => {
    remember()
    keeperMocks.fetchProfile.mockResolvedValueOnce(nobody).mockResolvedValueOnce(nobody)
    keeperMocks.applyRegistration.mockRejectedValue(new AppError('NETWORK_ERROR'))
    authEvent('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(2000)
    expect(getSession()).toMatchObject({ status: 'student', profile: nobody })
    keeperMocks.applyRegistration.mockReset().mockResolvedValue({ applied: true, phoneLeftOut: false })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(getSession()).toMatchObject({ profile: dana })
  })
})

describe('starting', () => {
  it('[6-01] without a stored session the visitor is anonymous and sign-in is not loaded', () => {
    startTestSessionKeeper()
    expect(getSession()).toEqual({ status: 'anonymous' })
    expect(keeperMocks.loadAuthClient).not.toHaveBeenCalled()
  })

  it('[3-23] [9-12] a stored session loads sign-in', () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    startTestSessionKeeper()
    expect(keeperMocks.loadAuthClient).toHaveBeenCalledOnce()
    expect(getSession()).toEqual({ status: 'unknown' })
  })

  it('[2.11-01] [3-25] [9-07] stops waiting for it after 5 seconds, and takes it in when it comes later', async () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    startTestSessionKeeper()
    await vi.advanceTimersByTimeAsync(4999)
    expect(getSession().status).toBe('unknown')
    await vi.advanceTimersByTimeAsync(1)
    expect(getSession().status).toBe('anonymous')
    expect(localStorage.getItem('user-force-loaded')).toBe('true')
    authEvent('SIGNED_IN')
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    expect(localStorage.getItem('user-force-loaded')).toBeNull()
  })

  it('[8-18] says when sign-in cannot be loaded, and asks again with the connection', async () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    keeperMocks.loadAuthClient.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    startTestSessionKeeper()
    await settle()
    expect(getSession()).toEqual({ status: 'anonymous' })
    expect(keeperMocks.toast.error).toHaveBeenCalledExactlyOnceWith('Authentication error occurred')
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('online'))
    expect(keeperMocks.loadAuthClient).toHaveBeenCalledTimes(2)
  })

  it('hears from other tabs that somebody signed in', () => {
    startTestSessionKeeper()
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    window.dispatchEvent(new StorageEvent('storage', { key: 'sb-auth-token' }))
    expect(keeperMocks.loadAuthClient).toHaveBeenCalledOnce()
  })
})

describe('a token that the database refuses', () => {
  it('makes the page look at its session, once for many requests, and let go of one that was ended', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.currentUser.mockRejectedValue(new AppError('SESSION_ENDED'))
    keeperMocks.refreshSession.mockRejectedValue(new AppError('SESSION_ENDED'))
    tokenRefusals.refuse()
    tokenRefusals.refuse()
    await settle()
    expect(keeperMocks.currentUser).toHaveBeenCalledOnce()
    expect(getSession().status).toBe('anonymous')
  })

  it('changes nothing when the session stands', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.currentUser.mockResolvedValue({})
    tokenRefusals.refuse()
    await settle()
    tokenRefusals.refuse()
    await settle()
    expect(keeperMocks.currentUser).toHaveBeenCalledTimes(2)
    expect(getSession().status).toBe('student')
  })

  it('[2.11-06] [6-07] says that the account was closed rather than that the session ended', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.fetchProfile.mockResolvedValue({ ...dana, isActive: false })
    tokenRefusals.refuse()
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', isActive: false })
    expect(keeperMocks.currentUser).not.toHaveBeenCalled()
  })
})

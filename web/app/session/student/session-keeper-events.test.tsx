import type { Session } from '@supabase/auth-js'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { getSession, holdSession } from './session-store'
import { signOut } from './sign-out.calls'
import { authEvent, authSession, STORED_SESSION, settle, setUpKeeper, startTestSessionKeeper } from './test-keeper'
import { keeperMocks } from './test-keeper-mocks'
import { dana } from './test-students'

vi.mock('~/session/sign-in/auth.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('./users.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/registration/registrations.calls', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/shared/ui/toast', async () => (await import('./test-keeper-mocks')).keeperMocks)
vi.mock('~/session/tokens/auth-client', async (original) => {
  const { loadAuthClient } = (await import('./test-keeper-mocks')).keeperMocks
  return { ...(await original()), loadAuthClient }
})

const MINUTE = 60 * 1000
const halfway = (aal: string) => {
  const session = authSession()
  const access_token = `h.${btoa(JSON.stringify({ aal }))}.s`
  return {
    ...session,
    access_token,
    user: { ...session.user, factors: [{ status: 'verified' }] },
  } as unknown as Session
}

setUpKeeper()

describe('auth events', () => {
  it('[3-07] [4-01] an account with an app has no student before its code was given; then it is welcomed', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN', halfway('aal1'))
    await settle()
    expect(getSession()).toEqual({ status: 'anonymous', secondStep: { email: dana.email } })
    expect(keeperMocks.fetchProfile).not.toHaveBeenCalled()
    authEvent('MFA_CHALLENGE_VERIFIED', halfway('aal2'))
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    expect(keeperMocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
  })

  it('[4-01] a recovery code in the place of the app, of which only a new token tells, is a sign-in as well', async () => {
    startTestSessionKeeper()
    localStorage.setItem('user_session_expiry', String(Date.now() - 1))
    authEvent('SIGNED_IN', halfway('aal1'))
    authEvent('TOKEN_REFRESHED', halfway('aal2'))
    await settle()
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    expect(keeperMocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
  })

  it('[4-01] a code that is given again inside a session is no sign-in', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.toast.success.mockReset()
    authEvent('MFA_CHALLENGE_VERIFIED', halfway('aal2'))
    await settle()
    expect(keeperMocks.toast.success).not.toHaveBeenCalled()
    expect(keeperMocks.fetchProfile).toHaveBeenCalledOnce()
  })

  it('[4-01] [4-03] signing in loads the profile and welcomes the student', async () => {
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    expect(getSession()).toMatchObject({ status: 'student', email: dana.email })
    await settle()
    expect(getSession()).toMatchObject({ profile: dana, firstName: 'דנה' })
    expect(keeperMocks.toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back, דנה!')
  })

  it('[4-01] a reload or refocus of the same session is no sign-in', async () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    startTestSessionKeeper()
    authEvent('SIGNED_IN')
    authEvent('INITIAL_SESSION')
    authEvent('TOKEN_REFRESHED')
    authEvent('SIGNED_IN')
    await settle()
    expect(keeperMocks.toast.success).not.toHaveBeenCalled()
    expect(keeperMocks.fetchProfile).toHaveBeenCalledOnce()
  })

  it('[4-01] a changed account loads the profile anew, address and all', async () => {
    authEvent('SIGNED_IN')
    await settle()
    keeperMocks.fetchProfile.mockResolvedValue({ ...dana, email: 'new@example.com' })
    authEvent('USER_UPDATED')
    await settle()
    expect(keeperMocks.fetchProfile).toHaveBeenCalledTimes(2)
    expect(getSession()).toMatchObject({ email: 'new@example.com' })
  })

  it('[4-01] each of the five events is taken in', async () => {
    for (const name of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'MFA_CHALLENGE_VERIFIED'] as const) {
      authEvent(name)
      await settle()
      expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    }
    expect(keeperMocks.toast.success).toHaveBeenCalledOnce()
    authEvent('SIGNED_OUT', null)
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('[4-02] ignores accounts of another kind', () => {
    authEvent('SIGNED_IN', authSession({ user_type: 'admin' }))
    expect(getSession()).toEqual({ status: 'anonymous' })
    authEvent('SIGNED_IN', authSession({ user_type: 'student' }))
    expect(getSession().status).toBe('student')
  })

  it.each([
    ['is missing', () => keeperMocks.fetchProfile.mockResolvedValue(null)],
    ['fails to load', () => keeperMocks.fetchProfile.mockRejectedValue(new AppError('SERVER_ERROR'))],
  ])('[4-04] a profile that %s signs the student out', async (_, arrange) => {
    arrange()
    authEvent('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(3000)
    expect(keeperMocks.toast.error).toHaveBeenCalledExactlyOnceWith('Failed to load user profile')
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('[2.11-03] on a reload an outage keeps the session and says so', async () => {
    localStorage.setItem('sb-auth-token', STORED_SESSION)
    startTestSessionKeeper()
    keeperMocks.fetchProfile.mockRejectedValue(new AppError('NETWORK_ERROR'))
    authEvent('SIGNED_IN')
    await vi.advanceTimersByTimeAsync(3000)
    expect(getSession()).toMatchObject({ status: 'student', profileFailed: true })
    expect(keeperMocks.authSignOut).not.toHaveBeenCalled()
  })

  it('[8-18] says that the session was ended elsewhere', async () => {
    authEvent('SIGNED_IN')
    await settle()
    authEvent('SIGNED_OUT', null)
    expect(keeperMocks.toast.info).toHaveBeenCalledExactlyOnceWith('You have been signed out.')
  })

  it('a screen that holds the session keeps it when it runs out, until its owner is back', async () => {
    authEvent('SIGNED_IN')
    await settle()
    const release = holdSession()
    authEvent('SIGNED_OUT', null)
    expect(getSession()).toMatchObject({ status: 'student', lapsed: true, profile: dana })
    expect(keeperMocks.toast.info).toHaveBeenCalledOnce()
    authEvent('SIGNED_OUT', null)
    expect(keeperMocks.toast.info).toHaveBeenCalledOnce()
    authEvent('SIGNED_IN')
    expect(getSession()).not.toHaveProperty('lapsed')
    expect(getSession()).toMatchObject({ status: 'student', profile: dana })
    authEvent('SIGNED_OUT', null)
    release()
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('a session that somebody ended on purpose, here or in another tab, is not kept by any screen', async () => {
    authEvent('SIGNED_IN')
    await settle()
    const release = holdSession()
    await signOut()
    expect(getSession()).toEqual({ status: 'anonymous' })
    await vi.advanceTimersByTimeAsync(MINUTE)
    authEvent('SIGNED_IN')
    await settle()
    localStorage.setItem('signed-out-at', String(Date.now()))
    authEvent('SIGNED_OUT', null)
    expect(getSession()).toEqual({ status: 'anonymous' })
    release()
  })

  it.each([
    ['+972501234567', false],
    [null, true],
  ])('[4-23] [4-24] with the phone %s an update is required: %s', async (phoneNumber, required) => {
    keeperMocks.fetchProfile.mockResolvedValue({ ...dana, phoneNumber })
    authEvent('SIGNED_IN')
    await settle()
    expect(getSession()).toMatchObject({ phoneUpdateRequired: required })
  })
})

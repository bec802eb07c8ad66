import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { guardText } from './session.he'
import { type SessionState, setSession } from './session-store'
import { StudentGuard } from './student-guard'
import { danaSession } from './test-students'

const mocks = vi.hoisted(() => ({
  endSession: vi.fn(),
  isEndingSession: vi.fn(),
  signOutDestination: vi.fn(),
  loadProfile: vi.fn(),
}))
vi.mock('./sign-out.calls', () => mocks)
vi.mock('./session-keeper', () => ({ loadProfile: mocks.loadProfile }))

function open(session: SessionState, requireVerifiedEmail = false, state: unknown = null) {
  setSession(session)
  const guarded = <StudentGuard requireVerifiedEmail={requireVerifiedEmail}>the lesson</StudentGuard>
  return screenAt('/courses/1/lessons/2', guarded, { pathname: '/courses/1/lessons/2', search: '?t=5', state })
}

/** A student whose profile is still on its way. */
function withoutProfile() {
  const { profile: _, ...session } = danaSession()
  return session
}

beforeEach(() => {
  mocks.endSession.mockReset().mockResolvedValue(true)
  mocks.isEndingSession.mockReset().mockReturnValue(false)
  mocks.signOutDestination.mockReset()
  mocks.loadProfile.mockReset().mockResolvedValue(undefined)
})

describe('the student guard', () => {
  it('[2.11-01] shows a spinner while the identity is verified', () => {
    open({ status: 'unknown' })
    expect(screen.getByRole('status').textContent).toContain('מאמתים את הזהות')
  })

  it('[2.11-02] hands on which course a visitor wanted to learn', async () => {
    const { router } = open({ status: 'anonymous' }, false, { course: 'ריבית' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toEqual({ from: '/courses/1/lessons/2?t=5', course: 'ריבית' })
  })

  it('[2.11-02] [6-05] sends visitors to sign in and remembers the origin', async () => {
    const { router } = open({ status: 'anonymous' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toEqual({ from: '/courses/1/lessons/2?t=5' })
  })

  it('[2.3-01] leads who pressed to begin learning to registration, with the way to sign in beside it', async () => {
    const { router } = open({ status: 'anonymous' }, false, { begins: true })
    await waitFor(() => expect(router.state.location.pathname).toBe('/register'))
    expect(router.state.location.state).toEqual({ from: '/courses/1/lessons/2?t=5' })
  })

  it('[2.11-02] remembers the second of the lesson that was asked for', async () => {
    setSession({ status: 'anonymous' })
    const at = { pathname: '/courses/1/lessons/2', hash: '#t=252' }
    const { router } = screenAt(at.pathname, <StudentGuard>the lesson</StudentGuard>, at)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toEqual({ from: '/courses/1/lessons/2#t=252' })
  })

  it('[3-07] sends who owes the code of the app to where it is asked for, and remembers the origin', async () => {
    const { router } = open({ status: 'anonymous', secondStep: { email: 'dana@example.com' } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/two-step'))
    expect(router.state.location.state).toEqual({ from: '/courses/1/lessons/2?t=5' })
  })

  it('[2.11-06] sends a session that was just ended where it was going, not to a plain sign-in', async () => {
    mocks.signOutDestination.mockReturnValue('/login?error=account_inactive')
    const { router } = open({ status: 'anonymous' })
    await waitFor(() => expect(router.state.location.search).toBe('?error=account_inactive'))
  })

  it('[2.11-03] shows a spinner while the profile loads, then the page', () => {
    open(withoutProfile())
    expect(screen.getByRole('status').textContent).toContain('טוענים את פרטי המשתמש')
    act(() => setSession(danaSession()))
    expect(screen.getByText('the lesson')).toBeTruthy()
  })

  it('[2.11-04] a missing profile, which ends the session, leads to sign in', async () => {
    const { at } = open(withoutProfile())
    act(() => setSession({ status: 'anonymous' }))
    await waitFor(() => expect(at()).toBe('/login'))
  })

  it('[2.11-02] sends a visitor on once, however often it is drawn until the sign-in screen is there', () => {
    const { router } = open(withoutProfile())
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue(undefined)
    for (let times = 0; times < 3; times++) act(() => setSession({ status: 'anonymous' }))
    expect(navigate).toHaveBeenCalledOnce()
  })

  it('[2.11-02] sends a visitor on from another guarded address as well, where that came in between', async () => {
    setSession({ status: 'anonymous' })
    const router = createMemoryRouter(
      [
        {
          element: <StudentGuard>the page</StudentGuard>,
          children: [
            { path: '/profile', element: null },
            { path: '/notes', element: null },
          ],
        },
        { path: '/login', element: null, loader: () => signInPage },
      ],
      { initialEntries: ['/profile'] },
    )
    let arrive = () => {}
    const signInPage = new Promise<null>((resolve) => {
      arrive = () => resolve(null)
    })
    render(<RouterProvider router={router} />)
    await act(() => router.navigate('/notes'))
    await act(async () => arrive())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toEqual({ from: '/notes' })
  })

  it('[2.11-05] [2.1-14] sends the unverified to verify, where that is required', async () => {
    const { at } = open(danaSession({ emailVerified: false }), true)
    await waitFor(() => expect(at()).toBe('/auth/verify-email'))
  })

  it('[2.11-05] [6-03] lets the unverified in elsewhere', () => {
    open(danaSession({ emailVerified: false }))
    expect(screen.getByText('the lesson')).toBeTruthy()
  })

  it('[2.11-06] ends the session of a deactivated account on its way to sign in', () => {
    open(danaSession({ isActive: false }))
    expect(mocks.endSession).toHaveBeenCalledExactlyOnceWith('/login?error=account_inactive')
    expect(screen.queryByText('the lesson')).toBeNull()
  })

  it('[2.2-05] stays out of the way of someone who is signing out', () => {
    mocks.isEndingSession.mockReturnValue(true)
    const { at } = open({ status: 'anonymous' })
    expect(at()).toBe('/courses/1/lessons/2?t=5')
  })

  it('[8-18] keeps the page while a sign-out is asked for, which the server may refuse', () => {
    open(danaSession())
    mocks.isEndingSession.mockReturnValue(true)
    act(() => setSession(danaSession({ firstName: 'רותי' })))
    expect(screen.getByText('the lesson')).toBeTruthy()
  })

  it('keeps the page of a session that ran out on a screen that holds it', () => {
    open(danaSession())
    mocks.isEndingSession.mockReturnValue(true)
    act(() => setSession(danaSession({ lapsed: true })))
    expect(screen.getByText('the lesson')).toBeTruthy()
  })

  it('[2.11-03] offers to try again when the profile could not be loaded', () => {
    open({ ...withoutProfile(), profileFailed: true })
    fireEvent.click(screen.getByRole('button', { name: guardText.retry }))
    expect(mocks.loadProfile).toHaveBeenCalledOnce()
  })
})

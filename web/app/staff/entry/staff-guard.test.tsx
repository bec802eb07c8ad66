import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { idleText, staffErrors, staffText } from './staff.he'
import { StaffGuard } from './staff-guard'

const mocks = vi.hoisted(() => ({
  currentSession: vi.fn(),
  fetchStaffMember: vi.fn(),
  isStaffAppMissing: vi.fn(),
  keepStaffSession: vi.fn(),
  endSession: vi.fn(),
  loadAuthClient: vi.fn(),
  submitReauthentication: vi.fn(),
  reauthenticationMethod: vi.fn(),
  toast: { error: vi.fn(), warning: vi.fn() },
}))
vi.mock('~/session/sign-in/auth.calls', () => ({ currentSession: mocks.currentSession }))
vi.mock('./staff.calls', async (original) => ({
  ...(await original<object>()),
  fetchStaffMember: mocks.fetchStaffMember,
  isStaffAppMissing: mocks.isStaffAppMissing,
  keepStaffSession: mocks.keepStaffSession,
}))
vi.mock('~/session/student/sign-out.calls', () => ({ endSession: mocks.endSession, signOut: vi.fn() }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: mocks.loadAuthClient }))
vi.mock('~/session/fresh-sign-in/fresh-sign-in.calls', () => ({
  reauthenticationMethod: mocks.reauthenticationMethod,
  submitReauthentication: mocks.submitReauthentication,
}))
vi.mock('~/shared/ui/toast', () => ({ toast: mocks.toast }))

const session = {
  access_token: 'a.e30.c',
  user: { id: 'auth-1', email: 'noa@academy.example', factors: [], user_metadata: { user_type: 'admin' } },
}
const member = {
  id: '1',
  email: 'noa@academy.example',
  firstName: 'נועה',
  lastName: 'לוי',
  isActive: true,
  emailVerified: true,
  role: { name: 'analyst', level: 3, permissions: ['analytics.view'] },
}
let authEvent: (event: string) => void = () => undefined

function open() {
  return screenAt(
    '/admin',
    <StaffGuard
      appSetup={(onJoined) => (
        <button type="button" onClick={onJoined}>
          the app joins
        </button>
      )}
    >
      {({ firstName }) => <p>the area of {firstName}</p>}
    </StaffGuard>,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  mocks.currentSession.mockReset().mockResolvedValue(session)
  mocks.fetchStaffMember.mockReset().mockResolvedValue(member)
  mocks.isStaffAppMissing.mockReset().mockResolvedValue(false)
  mocks.keepStaffSession.mockReset().mockResolvedValue({ minutes: 0, ended: false })
  mocks.endSession.mockReset().mockImplementation(async () => {
    localStorage.removeItem('admin_session_expiry')
    authEvent('SIGNED_OUT')
    return true
  })
  mocks.toast.error.mockReset()
  mocks.toast.warning.mockReset()
  mocks.loadAuthClient.mockReset().mockResolvedValue({
    onAuthStateChange: (listener: typeof authEvent) => {
      authEvent = listener
      return { data: { subscription: { unsubscribe: () => undefined } } }
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('finding the session', () => {
  it('[2.12-21] [9-08] [3-25] verifies, and gives up waiting after 3 seconds', async () => {
    mocks.currentSession.mockReturnValue(new Promise(() => undefined))
    const { at } = open()
    expect(screen.getByRole('status').textContent).toContain(staffText.verifying)
    await pass(2_999)
    expect(at()).toBe('/admin')
    await pass(1)
    expect(at()).toBe('/admin/login')
    expect(localStorage.getItem('admin-force-loaded')).toBe('true')
  })

  it('[2.12-21] without a session the way leads to the sign-in of the staff', async () => {
    mocks.currentSession.mockResolvedValue(null)
    const { at } = open()
    await pass(0)
    expect(at()).toBe('/admin/login')
    expect(mocks.toast.error).not.toHaveBeenCalled()
  })

  it('[8-22] sign-in that cannot be loaded is told', async () => {
    mocks.currentSession.mockRejectedValue(new AppError('NETWORK_ERROR'))
    const { at } = open()
    await pass(0)
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Authentication initialization failed')
    expect(at()).toBe('/admin/login')
  })

  it('[3-24] [9-02] [8-17] a session past its 24 hours is ended, at once and while the page stands open', async () => {
    const { at } = open()
    await pass(0)
    expect(Number(localStorage.getItem('admin_session_expiry'))).toBe(Date.now() + 24 * 60 * 60 * 1000)
    localStorage.setItem('admin_session_expiry', String(Date.now() + 60_000))
    await pass(30 * 60_000)
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(at()).toBe('/admin/login')
  })
})

describe('loading the member', () => {
  it('[2.12-21] [6-24] says that it loads, then opens the area', async () => {
    let answer: (value: typeof member) => void = () => undefined
    mocks.fetchStaffMember.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    open()
    await pass(0)
    expect(screen.getByRole('status').textContent).toContain(staffText.loading)
    answer(member)
    await pass(0)
    expect(screen.getByText('the area of נועה')).toBeTruthy()
  })

  it('[4-27] [9-06] [8-21] looks three times, a second apart, then says why', async () => {
    mocks.fetchStaffMember.mockRejectedValue(new Error('the database is away'))
    open()
    await pass(1_999)
    expect(mocks.fetchStaffMember).toHaveBeenCalledTimes(2)
    await pass(1)
    expect(mocks.fetchStaffMember).toHaveBeenCalledTimes(3)
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Failed to load admin profile: the database is away')
    mocks.fetchStaffMember.mockResolvedValue(member)
    fireEvent.click(screen.getByRole('button', { name: staffText.retry }))
    await pass(0)
    expect(screen.getByText('the area of נועה')).toBeTruthy()
  })

  it('[4-27] [8-20] that there is no such member ends the looking and the session', async () => {
    mocks.fetchStaffMember.mockResolvedValue(null)
    const { at } = open()
    await pass(0)
    expect(mocks.fetchStaffMember).toHaveBeenCalledOnce()
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Admin profile not found')
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(at()).toBe('/admin/login')
  })

  it('[4-02] [8-20] a student who strays in is told so, and stays signed in', async () => {
    mocks.currentSession.mockResolvedValue({ ...session, user: { ...session.user, user_metadata: {} } })
    mocks.fetchStaffMember.mockResolvedValue(null)
    const { at } = open()
    await pass(0)
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Admin profile not found')
    expect(mocks.endSession).not.toHaveBeenCalled()
    expect(at()).toBe('/admin/login')
  })

  it('[8-22] an account without an address has no member', async () => {
    mocks.currentSession.mockResolvedValue({ ...session, user: { ...session.user, email: undefined } })
    open()
    await pass(2_000)
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Failed to load admin profile: User email not found')
  })

  it('[9-09] [3-25] loading that takes 5 seconds is given up', async () => {
    mocks.fetchStaffMember.mockReturnValue(new Promise(() => undefined))
    open()
    await pass(4_999)
    expect(screen.getByRole('status').textContent).toContain(staffText.loading)
    await pass(1)
    expect(screen.getByRole('heading', { name: staffText.failedTitle })).toBeTruthy()
    expect(localStorage.getItem('admin-force-loaded')).toBe('true')
  })

  it('[4-01] a sign-out elsewhere closes the area', async () => {
    const { at } = open()
    await pass(0)
    authEvent('SIGNED_OUT')
    await pass(0)
    expect(at()).toBe('/admin/login')
  })
})

describe('who is not let in', () => {
  it.each([
    ['[2.12-22]', { isActive: false }, staffText.disabledTitle],
    ['[2.12-23]', { emailVerified: false }, staffText.unverifiedTitle],
  ])('%s a closed or unverified member may only sign in anew', async (_, change, title) => {
    mocks.fetchStaffMember.mockResolvedValue({ ...member, ...change })
    open()
    await pass(0)
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: staffText.backToLogin }))
    expect(mocks.endSession).toHaveBeenCalledExactlyOnceWith('/admin/login')
  })

  it('[3-07] [6-06] a role that opens with an authenticator app only: sets one up here, and is let in', async () => {
    mocks.fetchStaffMember.mockResolvedValueOnce({ ...member, role: null })
    mocks.isStaffAppMissing.mockResolvedValueOnce(true)
    open()
    await pass(0)
    expect(screen.getByRole('heading', { name: staffText.appTitle })).toBeTruthy()
    expect(screen.queryByText(/the area of/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'the app joins' }))
    await pass(0)
    expect(screen.getByText('the area of נועה')).toBeTruthy()
  })

  it.each([
    ['age', staffErrors.expired],
    ['idle', idleText.ended],
  ])(
    '[8-17] whose session is over on the server (%s) is signed out with the reason, and comes back here',
    async (over, words) => {
      mocks.fetchStaffMember.mockResolvedValue({ ...member, role: null })
      mocks.keepStaffSession.mockResolvedValue({ minutes: 60, ended: true, over })
      const { at } = open()
      await pass(0)
      expect(mocks.endSession).toHaveBeenCalledOnce()
      expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith(words)
      expect(at()).toBe('/admin/login')
    },
  )

  it('[6-12] a member without any role misses no app', async () => {
    mocks.fetchStaffMember.mockResolvedValue({ ...member, role: null })
    open()
    await pass(0)
    expect(screen.getByText('the area of נועה')).toBeTruthy()
  })

  it('[3-07] an account with an authenticator app gives its code first', async () => {
    const factors = [{ id: 'f', factor_type: 'totp', status: 'verified' }]
    mocks.currentSession.mockResolvedValueOnce({ ...session, user: { ...session.user, factors } })
    mocks.reauthenticationMethod.mockResolvedValue({ kind: 'app', factorId: 'f' })
    mocks.submitReauthentication.mockResolvedValue(undefined)
    open()
    await pass(0)
    fireEvent.change(screen.getByLabelText(staffText.secondStepLabel), { target: { value: '123456' } })
    fireEvent.submit(screen.getByLabelText(staffText.secondStepLabel))
    await pass(0)
    expect(mocks.submitReauthentication).toHaveBeenCalledExactlyOnceWith({ kind: 'app', factorId: 'f' }, '123456')
    expect(screen.getByText('the area of נועה')).toBeTruthy()
  })
})

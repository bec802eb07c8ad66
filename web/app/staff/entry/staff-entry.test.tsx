import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberMailRequest } from '~/session/callback/mail-requests'
import { AppError } from '~/shared/errors/errors'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { InvitationScreen } from './invitation-screen'
import { staffText } from './staff.he'
import { StaffCallbackScreen } from './staff-callback-screen'
import { StaffLoginScreen } from './staff-login-screen'

const mocks = vi.hoisted(() => ({
  currentSession: vi.fn(),
  redeemLink: vi.fn(),
  adoptSession: vi.fn(),
  refreshSession: vi.fn(),
  fetchStaffMember: vi.fn(),
  sendStaffLink: vi.fn(),
  acceptInvitation: vi.fn(),
  fetchInvitation: vi.fn(),
  sendInvitationLink: vi.fn(),
  endSession: vi.fn(),
  toast: { success: vi.fn() },
}))
vi.mock('~/session/sign-in/auth.calls', () => mocks)
vi.mock('./staff.calls', async (original) => ({ ...(await original<object>()), ...mocks }))
vi.mock('~/shared/ui/toast', () => mocks)
vi.mock('~/session/student/sign-out.calls', () => ({ endSession: mocks.endSession }))

const { StaffError } = await import('./staff.calls')
const session = { user: { id: 'auth-1', email: 'noa@academy.example' } }
const invitation = {
  email: 'noa@academy.example',
  inviter: 'דנה לוי',
  expiresAt: '2026-12-05T10:00:00Z',
  isOver: false,
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of [mocks.redeemLink, mocks.adoptSession, mocks.refreshSession, mocks.sendStaffLink]) {
    mock.mockReset().mockResolvedValue(undefined)
  }
  mocks.currentSession.mockReset().mockResolvedValue(null)
  mocks.acceptInvitation.mockReset().mockResolvedValue(undefined)
  mocks.fetchInvitation.mockReset().mockResolvedValue(invitation)
  mocks.sendInvitationLink.mockReset().mockResolvedValue(undefined)
  mocks.endSession.mockReset().mockResolvedValue(true)
  mocks.fetchStaffMember.mockReset().mockResolvedValue(null)
  mocks.toast.success.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the sign-in of the staff', () => {
  const open = (entry = '/admin/login') => screenAt('/admin/login', <StaffLoginScreen />, entry)
  const field = () => screen.getByLabelText(staffText.email)
  const send = async (address: string) => {
    fireEvent.change(field(), { target: { value: address } })
    press('Send Login Link')
    await pass(0)
  }

  it('[2.12-01] [2.12-20] has the field, the button, both notes and the way back', () => {
    open()
    expect(field().getAttribute('type')).toBe('email')
    for (const note of [staffText.domains, staffText.validity]) expect(screen.getByText(note)).toBeTruthy()
    expect(screen.getByRole('link', { name: staffText.backToSite }).getAttribute('href')).toBe('/')
  })

  it('[5-18] an empty address is asked for, any other trimmed', async () => {
    open()
    await send('   ')
    expect(screen.getByRole('alert').textContent).toBe('Please enter your email address')
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await send('  noa@academy.example ')
    expect(mocks.sendStaffLink).toHaveBeenCalledExactlyOnceWith('noa@academy.example', '/admin')
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Magic link sent! Check your email.')
    expect(screen.getByText(staffText.sent)).toBeTruthy()
  })

  it.each([
    ['[5-17] [8-20]', 'Admin user not found'],
    ['[5-17]', 'Admin account is deactivated'],
  ])('%s %s', async (_, message) => {
    mocks.sendStaffLink.mockRejectedValue(new StaffError(message))
    open()
    await send('noa@academy.example')
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(field()).toHaveProperty('value', 'noa@academy.example')
  })

  it.each([
    ['auth_failed', 'Authentication failed'],
    ['no_session', 'No session found. Please try logging in again.'],
    ['unexpected', 'An unexpected error occurred'],
  ])('[4-32] [8-24] says why the callback sent back: %s', (error, text) => {
    open(`/admin/login?error=${error}`)
    expect(screen.getByRole('alert').textContent).toBe(text)
  })

  it('[2.12-19] a member who is signed in goes to the staff area', async () => {
    mocks.currentSession.mockResolvedValue(session)
    mocks.fetchStaffMember.mockResolvedValue({ isActive: true })
    const { at } = open()
    await pass(0)
    expect(at()).toBe('/admin')
  })
})

describe('the callback of the staff', () => {
  function arrive(rest: string) {
    window.history.replaceState(null, '', `/admin/auth/callback${rest}`)
    return screenAt('/admin/auth/callback', <StaffCallbackScreen />)
  }
  const nonce = () => rememberMailRequest('noa@academy.example', '/admin').nonce

  it('[2.12-02] redeems the link of this browser and opens 24 hours', async () => {
    mocks.currentSession.mockResolvedValue(session)
    const { at } = arrive(`?n=${nonce()}&token_hash=abc&type=magiclink`)
    await pass(0)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'magiclink')
    expect(at()).toBe('/admin')
    expect(window.location.search).toBe('')
    expect(Number(localStorage.getItem('admin_session_expiry'))).toBe(Date.now() + 24 * 60 * 60 * 1000)
  })

  it('a link of another browser waits for a press', async () => {
    mocks.currentSession.mockResolvedValue(session)
    const { at } = arrive('?n=other&token_hash=abc&type=magiclink')
    await pass(60_000)
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    press(staffText.confirmButton)
    await pass(0)
    expect(at()).toBe('/admin')
  })

  it('[4-29] [9-18] waits 100 ms for a session that came in the address', async () => {
    mocks.currentSession.mockResolvedValue(session)
    const { at } = arrive(`?n=${nonce()}#access_token=a&refresh_token=r`)
    await pass(99)
    expect(at()).toBe('/admin/auth/callback')
    await pass(1)
    expect(mocks.adoptSession).toHaveBeenCalledExactlyOnceWith('a', 'r')
    expect(at()).toBe('/admin')
  })

  it('[4-30] [9-18] without a session tries a refresh and looks again after 3 seconds, then says so', async () => {
    const { at } = arrive('')
    await pass(2_999)
    expect(mocks.refreshSession).toHaveBeenCalledOnce()
    expect(at()).toBe('/admin/auth/callback')
    await pass(1)
    expect(at()).toBe('/admin/login?error=no_session')
  })

  it('[4-31] [9-18] the watchdog finds a session after 1.2 seconds', async () => {
    const { at } = arrive('')
    await pass(1_000)
    mocks.currentSession.mockResolvedValue(session)
    await pass(199)
    expect(at()).toBe('/admin/auth/callback')
    await pass(1)
    expect(at()).toBe('/admin')
  })

  it.each([
    ['an error in the address', '?error=access_denied', () => undefined, 'auth_failed'],
    [
      'a link that is used up',
      '?token_hash=abc&type=magiclink',
      () => mocks.redeemLink.mockRejectedValue(new AppError('INVALID_CREDENTIALS')),
      'auth_failed',
    ],
    ['anything else', '', () => mocks.currentSession.mockRejectedValue(new Error('boom')), 'unexpected'],
  ])('[4-32] %s leads back with its reason', async (_, rest, arrange, error) => {
    arrange()
    const { at } = arrive(rest.includes('token_hash') ? `${rest}&n=${nonce()}` : rest)
    await pass(0)
    expect(at()).toBe(`/admin/login?error=${error}`)
  })
})

describe('the invitation', () => {
  function arrive(rest: string) {
    window.history.replaceState(null, '', `/admin/accept-invitation${rest}`)
    return screenAt('/admin/accept-invitation', <InvitationScreen />)
  }

  it('[4-34] [8-25] without a token it says so', async () => {
    arrive('')
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('Invalid invitation link. No token found.')
  })

  it('[2.12-03] [4-33] [8-19] [9-19] is accepted on a press, and leads to the staff area after 2 seconds', async () => {
    const { at } = arrive('?token=secret&token_hash=abc&type=magiclink')
    await pass(60_000)
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    expect(window.location.search).toBe('?token=secret')
    press(staffText.invitationButton)
    await pass(0)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'magiclink')
    expect(mocks.acceptInvitation).toHaveBeenCalledExactlyOnceWith('secret')
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Invitation accepted! You are now logged in.')
    await pass(1_999)
    expect(at()).toBe('/admin/accept-invitation')
    await pass(1)
    expect(at()).toBe('/admin')
  })

  it.each([
    ['[5-15]', new StaffError('Invitation has expired'), 'Invitation has expired'],
    ['[5-16]', new StaffError('No authenticated session'), 'No authenticated session'],
    ['[8-25]', new StaffError('Invitation processing failed'), 'Invitation processing failed'],
    ['[8-25]', new Error('boom'), 'An unexpected error occurred while accepting the invitation'],
  ])('%s words the failure: %s', async (_, cause, text) => {
    mocks.acceptInvitation.mockRejectedValue(cause)
    mocks.currentSession.mockResolvedValue(session)
    arrive('?token=secret')
    await pass(0)
    press(staffText.invitationButton)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(text)
  })

  it('[8-23] a link that is used up is told with the words of the service', async () => {
    const cause = { code: 'otp_expired', message: 'Token has expired or is invalid' }
    mocks.redeemLink.mockRejectedValue(new AppError('INVALID_CREDENTIALS', undefined, undefined, { cause }))
    arrive('?token=secret&token_hash=abc&type=magiclink')
    await pass(0)
    press(staffText.invitationButton)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('Authentication failed: Token has expired or is invalid')
    expect(mocks.acceptInvitation).not.toHaveBeenCalled()
    press(staffText.invitationSend)
    await pass(0)
    expect(mocks.sendInvitationLink).toHaveBeenCalledExactlyOnceWith('noa@academy.example', 'secret')
    expect(screen.getByText(staffText.invitationSent('noa@academy.example'))).toBeTruthy()
  })

  it('[9-04] a link that was copied says who invites until when, and has a new one sent, whose failure is told', async () => {
    arrive('?token=secret')
    await pass(0)
    expect(screen.getByText(staffText.invitationUntil('דנה לוי', '5 בדצמבר 2026'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: staffText.invitationButton })).toBeNull()
    mocks.sendInvitationLink.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    press(staffText.invitationSend)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(new AppError('NETWORK_ERROR').message)
    press(staffText.invitationSend)
    await pass(0)
    expect(screen.getByText(staffText.invitationSent('noa@academy.example'))).toBeTruthy()
  })

  it('with another account signed in says so, and goes on without it', async () => {
    mocks.currentSession.mockResolvedValue({ user: { id: 'auth-2', email: 'dana@academy.example' } })
    arrive('?token=secret')
    await pass(0)
    expect(screen.getByText(staffText.invitationOther('dana@academy.example', 'noa@academy.example'))).toBeTruthy()
    press(staffText.invitationChange)
    await pass(0)
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: staffText.invitationSend })).toBeTruthy()
  })

  it.each([
    ['[5-15] is over', { ...invitation, isOver: true }, 'Invitation has expired', staffText.invitationOver],
    ['[5-15] was accepted or taken back', null, 'Invalid or expired invitation', staffText.invitationGone],
  ])('that %s says so at once, with a way on', async (_, found, words, hint) => {
    mocks.fetchInvitation.mockResolvedValue(found)
    arrive('?token=secret&token_hash=abc&type=magiclink')
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(words)
    expect(screen.getByText(hint)).toBeTruthy()
    expect(screen.getByRole('link', { name: staffText.backToLogin })).toBeTruthy()
  })
})

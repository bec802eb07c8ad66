import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyEmailText } from '~/session/callback/callback.he'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { VerifyEmailScreen } from './verify-email-screen'

const mocks = vi.hoisted(() => ({
  currentUser: vi.fn(),
  refreshSession: vi.fn(),
  sendVerificationLink: vi.fn(),
  fetchProfile: vi.fn(),
  toast: { success: vi.fn() },
}))
vi.mock('~/session/sign-in/auth.calls', () => mocks)
vi.mock('~/session/mail-help/mail-delivery.calls', () => ({ useMailDelivery: () => null }))
vi.mock('~/session/student/users.calls', () => mocks)
vi.mock('~/shared/ui/toast', () => mocks)

const open = () => screenAt('/auth/verify-email', <VerifyEmailScreen />)
const unverified = danaSession({ emailVerified: false, profile: { ...dana, emailVerified: false } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of [mocks.currentUser, mocks.refreshSession, mocks.sendVerificationLink, mocks.fetchProfile]) {
    mock.mockReset().mockResolvedValue(undefined)
  }
  mocks.fetchProfile.mockResolvedValue(dana)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the email verification screen', () => {
  it('[2.8-01] asks visitors to log in', () => {
    setSession({ status: 'anonymous' })
    open()
    expect(screen.getByRole('link', { name: verifyEmailText.login }).getAttribute('href')).toBe('/login')
  })

  it('[2.8-02] [2.8-04] shows the address, both buttons and the way back', () => {
    setSession(unverified)
    open()
    expect(screen.getByText(dana.email)).toBeTruthy()
    expect(screen.getByText(verifyEmailText.validity)).toBeTruthy()
    expect(screen.getByRole('link', { name: verifyEmailText.backToDashboard }).getAttribute('href')).toBe('/dashboard')
    screen.getByRole('button', { name: verifyEmailText.verify })
    screen.getByRole('button', { name: verifyEmailText.resend })
  })

  it('[2.8-03] [4-38] [9-21] confirms and goes on after 2 seconds', async () => {
    setSession(unverified)
    const { at } = open()
    press(verifyEmailText.verify)
    await pass(0)
    expect(screen.getByRole('heading', { name: verifyEmailText.verifiedTitle })).toBeTruthy()
    expect(screen.getByRole('link', { name: verifyEmailText.continue }).getAttribute('href')).toBe('/dashboard')
    await pass(1999)
    expect(at()).toBe('/auth/verify-email')
    await pass(1)
    expect(at()).toBe('/dashboard')
  })

  it('[8-28] says when verifying fails', async () => {
    mocks.currentUser.mockRejectedValue(new AppError('SERVER_ERROR'))
    setSession(unverified)
    open()
    press(verifyEmailText.verify)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('שגיאה באימות האימייל. נסה שוב.')
  })

  it('[2.8-02] says when the link was not opened yet', async () => {
    mocks.fetchProfile.mockResolvedValue({ ...dana, emailVerified: false })
    setSession(unverified)
    open()
    press(verifyEmailText.verify)
    await pass(0)
    expect(screen.getByText(verifyEmailText.notYet)).toBeTruthy()
  })

  it('[2.8-02] [8-28] sends the link again, or says why not', async () => {
    setSession(unverified)
    open()
    press(verifyEmailText.resend)
    await pass(0)
    expect(screen.getByText(verifyEmailText.sent)).toBeTruthy()
    mocks.sendVerificationLink.mockRejectedValueOnce(new AppError('UNKNOWN_ERROR'))
    press(verifyEmailText.resend)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('שגיאה בשליחת קישור האימות. נסה שוב.')
  })
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { codeText } from '~/session/fresh-sign-in/account.he'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { challengeText } from './security.he'
import { TwoStepScreen } from './two-step-screen'

const mocks = vi.hoisted(() => ({
  reauthenticationMethod: vi.fn(),
  submitReauthentication: vi.fn(),
  refreshSession: vi.fn(),
  endSession: vi.fn(),
  toast: { info: vi.fn() },
}))
vi.mock('~/session/fresh-sign-in/fresh-sign-in.calls', () => mocks)
vi.mock('~/session/sign-in/auth.calls', () => mocks)
vi.mock('~/session/student/sign-out.calls', () => mocks)
vi.mock('~/shared/ui/toast', () => mocks)

const open = (from = '/profile') =>
  screenAt('/auth/two-step', <TwoStepScreen />, { pathname: '/auth/two-step', state: { from } })
const give = async (code: string) => {
  await userEvent.type(screen.getByLabelText(codeText.appLabel), code)
}

beforeEach(() => {
  for (const mock of Object.values(mocks)) if ('mockReset' in mock) mock.mockReset()
  mocks.reauthenticationMethod.mockResolvedValue({ kind: 'app', factorId: 'f' })
  setSession({ status: 'anonymous', secondStep: { email: 'dana@example.com' } })
})

describe('[3-07] the second step', () => {
  it('asks for six digits and names the account', async () => {
    open()
    expect(screen.getByText('dana@example.com')).toBeTruthy()
    const button = screen.getByRole('button', { name: challengeText.submit })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText(codeText.appLabel), '12 34a5')
    expect(screen.getByLabelText(codeText.appLabel)).toHaveProperty('value', '12345')
    expect(button).toHaveProperty('disabled', true)
  })

  it('goes where one wanted to go, once the code was right', async () => {
    const { at } = open()
    mocks.submitReauthentication.mockImplementation(async () => setSession(danaSession()))
    await give('123456')
    await waitFor(() => expect(at()).toBe('/profile'))
    expect(mocks.submitReauthentication).toHaveBeenCalledExactlyOnceWith({ kind: 'app', factorId: 'f' }, '123456')
  })

  it('says that a code is wrong, keeps the focus in the field with the code selected, and says that there were too many', async () => {
    open()
    mocks.submitReauthentication.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await give('123456')
    expect(await screen.findByText(codeText.appWrong)).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>(codeText.appLabel)
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    mocks.submitReauthentication.mockRejectedValueOnce(new AppError('TOO_MANY_REQUESTS'))
    await userEvent.click(screen.getByRole('button', { name: challengeText.submit }))
    expect(await screen.findByText(/היו יותר מדי ניסיונות/)).toBeTruthy()
    expect(mocks.refreshSession).not.toHaveBeenCalled()
  })

  it('lets in when the app was taken off meanwhile', async () => {
    const { at } = open()
    mocks.submitReauthentication.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    mocks.refreshSession.mockImplementation(async () => setSession(danaSession()))
    await give('123456')
    await waitFor(() => expect(at()).toBe('/profile'))
  })

  it('takes a recovery code from who has not got the phone, and says that one is wrong', async () => {
    const { at } = open()
    await userEvent.click(screen.getByRole('button', { name: codeText.withoutPhone }))
    const field = screen.getByLabelText(codeText.recoveryLabel)
    expect(document.activeElement).toBe(field)
    mocks.submitReauthentication.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await userEvent.type(field, 'k7m2-q9xr-4tbd-w3nh{Enter}')
    expect(await screen.findByText(codeText.recoveryWrong)).toBeTruthy()
    mocks.submitReauthentication.mockImplementation(async () => setSession(danaSession()))
    await userEvent.type(field, '\u200f')
    await userEvent.click(screen.getByRole('button', { name: challengeText.submit }))
    await waitFor(() => expect(at()).toBe('/profile'))
    expect(mocks.submitReauthentication).toHaveBeenLastCalledWith({ kind: 'recovery' }, 'k7m2-q9xr-4tbd-w3nh')
    expect(mocks.toast.info).toHaveBeenCalledExactlyOnceWith(challengeText.enteredWithoutPhone)
  })

  it('can go back to the code of the app', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: codeText.withoutPhone }))
    await userEvent.click(screen.getByRole('button', { name: codeText.withPhone }))
    expect(document.activeElement).toBe(screen.getByLabelText(codeText.appLabel))
  })

  it('offers a way out and the way to the staff', async () => {
    open()
    expect(screen.getByRole('link', { name: challengeText.contact }).getAttribute('href')).toBe('/contact')
    await userEvent.click(screen.getByRole('button', { name: challengeText.leave }))
    expect(mocks.endSession).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('is no place for who has not signed in, nor for who is through', async () => {
    setSession({ status: 'anonymous' })
    const { at } = open()
    await waitFor(() => expect(at()).toBe('/login'))
  })
})

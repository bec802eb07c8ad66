import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginWaiting, rememberMailRequest } from '~/session/callback/mail-requests'
import { registerText, waitingText } from '~/session/sign-in/sign-in.he'
import { setSession } from '~/session/student/session-store'
import { AppError, toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { screenAt } from '~/shared/testing/screen-at'
import { RegisterScreen } from './register-screen'

const auth = vi.hoisted(() => ({ registerStudent: vi.fn(), sendLoginLink: vi.fn() }))
vi.mock('~/session/sign-in/auth.calls', async (original) => ({
  ...(await original<object>()),
  ...auth,
}))
vi.mock('~/session/mail-help/mail-delivery.calls', () => ({ useMailDelivery: () => null }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => ({}) }))

const { PhoneConflictError } = await import('~/session/sign-in/auth.calls')

const open = (entry: Parameters<typeof screenAt>[2] = '/register') => screenAt('/register', <RegisterScreen />, entry)
const phone = () => screen.getByRole('textbox', { name: registerText.phone })
const terms = () => screen.getByRole('checkbox', { name: /תנאי השימוש/ })
const submit = () => screen.getByRole('button', { name: 'שלח קישור הרשמה' })

async function fill() {
  await userEvent.type(screen.getByLabelText(registerText.firstName), ' דנה ')
  await userEvent.type(screen.getByLabelText(registerText.lastName), 'כהן')
  await userEvent.type(screen.getByLabelText(registerText.email), '\u2066dana@example.com\u200f')
  await userEvent.type(phone(), '0501234567')
  await userEvent.click(terms())
}

beforeEach(() => {
  setSession({ status: 'anonymous' })
  auth.registerStudent.mockReset().mockResolvedValue('key')
})

describe('the registration screen', () => {
  it('[2.6-01] has its fields, consents and links', () => {
    open()
    for (const name of [registerText.firstName, registerText.lastName, registerText.email]) screen.getByLabelText(name)
    expect(screen.getByRole('checkbox', { name: registerText.marketing })).toHaveProperty('checked', false)
    expect(terms()).toHaveProperty('checked', false)
    expect(screen.getByRole('link', { name: /תנאי השימוש/ }).getAttribute('href')).toBe('/terms')
    expect(screen.getByRole('link', { name: /מדיניות הפרטיות/ }).getAttribute('href')).toBe('/privacy')
    expect(screen.getByLabelText(registerText.email).getAttribute('type')).toBe('email')
  })

  it('takes over the address that sign-in did not know', () => {
    open({ pathname: '/register', state: { email: 'dana@example.com' } })
    expect(screen.getByLabelText(registerText.email)).toHaveProperty('value', 'dana@example.com')
  })

  it('waits again after a reload, and has another link sent without the details', async () => {
    rememberMailRequest('dana@example.com', '/dashboard', Date.now() - 120_000, 'hash', true)
    beginWaiting({ key: 'secret', hash: 'hash' }, 'signup')
    auth.sendLoginLink.mockResolvedValue('next')
    open()
    expect(await screen.findByRole('heading', { name: registerText.successTitle })).toBeTruthy()
    expect(screen.getByText('d***@example.com')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /שוב/ }))
    expect(auth.sendLoginLink).toHaveBeenCalledExactlyOnceWith('dana@example.com', '/dashboard', 'signup')
    await userEvent.click(screen.getByRole('button', { name: waitingText.changeAddress }))
    expect(screen.getByLabelText(registerText.email)).toHaveProperty('value', '')
  })

  it('[4-10] the button waits for the terms and the phone', async () => {
    open()
    expect(submit()).toHaveProperty('disabled', true)
    await userEvent.type(phone(), '0501234567')
    expect(submit()).toHaveProperty('disabled', true)
    await userEvent.click(terms())
    expect(submit()).toHaveProperty('disabled', false)
    await userEvent.clear(phone())
    expect(submit()).toHaveProperty('disabled', true)
  })

  it('[3-19] [4-09] sends the payload and shows [2.6-03] the success view', async () => {
    open()
    await fill()
    await userEvent.click(submit())
    expect(await screen.findByRole('heading', { name: 'ההרשמה הצליחה' })).toBeTruthy()
    expect(auth.registerStudent).toHaveBeenCalledExactlyOnceWith(
      {
        firstName: 'דנה',
        lastName: 'כהן',
        email: 'dana@example.com',
        phoneNumber: '+972501234567',
        marketingConsent: false,
        termsConsent: true,
        privacyConsent: true,
      },
      '/dashboard',
    )
    expect(screen.getByText('dana@example.com')).toBeTruthy()
    expect(screen.getByText(/תיקיית הספאם/)).toBeTruthy()
    expect(screen.getByText(/24 שעות/)).toBeTruthy()
  })

  it('[5-05] [5-02] [5-03] names what is missing', async () => {
    open()
    await userEvent.click(terms())
    await userEvent.click(terms())
    await userEvent.click(phone())
    await userEvent.tab()
    expect(await screen.findByText('יש לאשר את תנאי השימוש')).toBeTruthy()
    expect(await screen.findByText('מספר טלפון הוא שדה חובה')).toBeTruthy()
    await userEvent.type(phone(), '12')
    await userEvent.click(terms())
    await userEvent.click(submit())
    expect(await screen.findByText(registerText.firstNameRequired)).toBeTruthy()
    expect(screen.getByText(registerText.lastNameRequired)).toBeTruthy()
    expect(screen.getByText(registerText.emailRequired)).toBeTruthy()
    expect(screen.getByText(registerText.phoneInvalid)).toBeTruthy()
    expect(auth.registerStudent).not.toHaveBeenCalled()
  })

  it('[2.6-04] [5-04] [3-22] offers three ways out of a phone conflict', async () => {
    auth.registerStudent.mockRejectedValue(
      new PhoneConflictError({
        phoneNumber: '+972501234567',
        currentEmail: 'dana@example.com',
        existingEmail: 'd***@g***.com',
      }),
    )
    open()
    await fill()
    await userEvent.click(submit())
    const dialog = within(await screen.findByRole('dialog', { name: registerText.conflictTitle }))
    expect(dialog.getByText('כל מספר טלפון יכול להירשם פעם אחת בלבד.')).toBeTruthy()
    expect(dialog.getByText('d***@g***.com')).toBeTruthy()
    expect(dialog.getByRole('link', { name: registerText.conflictRecover }).getAttribute('href')).toBe(
      '/auth/recover-account',
    )
    expect(dialog.getByRole('link', { name: registerText.conflictLogin }).getAttribute('href')).toBe('/login')
    await userEvent.click(dialog.getByRole('button', { name: registerText.conflictBack }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(phone())
    expect(screen.getByLabelText(registerText.email)).toHaveProperty('value', 'dana@example.com')
  })

  it.each([
    ['[8-26]', new AppError('UNKNOWN_ERROR'), 'שגיאה בהרשמה. נסה שוב.'],
    ['[8-02] [4-05]', new AppError('USER_ALREADY_EXISTS'), errorMessages.USER_ALREADY_EXISTS],
    ['[8-13]', new AppError('NETWORK_ERROR'), errorMessages.NETWORK_ERROR],
    [
      '[8-13]',
      toAppError({ code: 'unexpected_failure', message: 'Error sending confirmation email', status: 500 }),
      errorMessages.SERVER_ERROR,
    ],
  ])('%s shows an inline error and keeps what was typed', async (_, error, text) => {
    auth.registerStudent.mockRejectedValue(error)
    open()
    await fill()
    await userEvent.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(phone()).toHaveProperty('value', '0501234567')
    expect(submit()).toHaveProperty('disabled', false)
  })

  it.each([
    ['the address', 'USER_ALREADY_EXISTS', () => screen.getByLabelText(registerText.email)],
    ['the phone', 'INVALID_PHONE_NUMBER', phone],
  ] as const)('[4-09] a refusal about %s marks its field and leads to it', async (_, code, field) => {
    auth.registerStudent.mockRejectedValue(new AppError(code))
    open()
    await fill()
    await userEvent.click(submit())
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')?.split(' ')).toContain(alert.id)
  })

  it('[5-05] what is missing is marked, described and led to', async () => {
    open()
    await userEvent.type(phone(), '0501234567')
    await userEvent.click(terms())
    await userEvent.click(submit())
    const first = screen.getByLabelText(registerText.firstName)
    await waitFor(() => expect(first.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(first)
    expect(document.getElementById(first.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      registerText.firstNameRequired,
    )
  })
})

import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginWaiting, rememberMailRequest } from '~/session/callback/mail-requests'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { AppError, toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { resetPagePreferences } from '~/shared/storage/preferences'
import { screenAt } from '~/shared/testing/screen-at'
import { LoginScreen } from './login-screen'
import { signInText, waitingText } from './sign-in.he'

const auth = vi.hoisted(() => ({ sendLoginLink: vi.fn(), redeemCode: vi.fn(), loadAuth: vi.fn() }))
const toast = vi.hoisted(() => ({ success: vi.fn() }))
vi.mock('./auth.calls', () => auth)
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/session/mail-help/mail-delivery.calls', () => ({ useMailDelivery: () => null }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => ({}) }))

const field = () => screen.getByLabelText(signInText.emailLabel)
const button = () => screen.getByRole('button', { name: signInText.submit })
const open = (entry: Parameters<typeof screenAt>[2] = '/login') => screenAt('/login', <LoginScreen />, entry)

async function send(address = 'dana@example.com') {
  await userEvent.type(field(), address)
  await userEvent.click(button())
}

beforeEach(() => {
  setSession({ status: 'anonymous' })
  localStorage.clear()
  resetPagePreferences()
  auth.sendLoginLink.mockReset().mockResolvedValue('key')
  auth.redeemCode.mockReset()
  toast.success.mockReset()
})

describe('the sign-in screen', () => {
  it('[2.5-02] [2.5-04] [2.5-05] shows heading, hint, field, button, links and notes', () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'כניסה לחשבון' })).toBeTruthy()
    expect(field().getAttribute('type')).toBe('email')
    expect(screen.getByRole('link', { name: 'הירשמו עכשיו' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'לשחזור הגישה' }).getAttribute('href')).toBe('/auth/recover-account')
    expect(screen.getByText(/בדקו בתיקיית הספאם/)).toBeTruthy()
    expect(screen.getByText(/תקף ל־24 שעות/)).toBeTruthy()
  })

  it('[2.5-03] [5-10] the button waits for an address', async () => {
    open()
    expect(button()).toHaveProperty('disabled', true)
    await userEvent.type(field(), '   ')
    expect(button()).toHaveProperty('disabled', true)
    await userEvent.type(field(), 'd')
    expect(button()).toHaveProperty('disabled', false)
  })

  it('[2.5-03] [4-39] is busy while sending', async () => {
    let finish = () => undefined as unknown
    auth.sendLoginLink.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)))
    open()
    await send()
    const busy = screen.getByRole('button', { name: 'שולחים...' })
    expect(busy).toHaveProperty('disabled', true)
    expect(busy.querySelector('svg')).toBeTruthy()
    await act(async () => finish())
  })

  it('[8-31] [8-19] [4-39] says that the link was sent, and where', async () => {
    open()
    await send(' dana@example.com ')
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Magic link sent! Check your email.')
    expect(await screen.findByText(signInText.sent)).toBeTruthy()
    expect(screen.getByText('dana@example.com')).toBeTruthy()
    expect(auth.sendLoginLink).toHaveBeenCalledExactlyOnceWith('dana@example.com', '/dashboard')
  })

  it('waits again after a reload, with the address masked and what is left of the minute, until another address is meant', async () => {
    rememberMailRequest('dana@example.com', '/dashboard', Date.now() - 20_000, 'hash')
    beginWaiting({ key: 'secret', hash: 'hash' }, 'signin')
    open()
    expect(await screen.findByText('d***@example.com')).toBeTruthy()
    expect(screen.queryByText('dana@example.com')).toBeNull()
    expect(screen.getByRole('button', { name: /40|39/ })).toBeTruthy()
    auth.redeemCode.mockResolvedValue({})
    await userEvent.type(screen.getByLabelText(waitingText.codeLabel), '123456')
    await waitFor(() => expect(auth.redeemCode).toHaveBeenCalledWith('dana@example.com', '123456'))
    await userEvent.click(screen.getByRole('button', { name: waitingText.changeAddress }))
    expect(field()).toHaveProperty('value', '')
    cleanup()
    open()
    expect(field()).toBeTruthy()
  })

  it('does not wait where another page handed an address or a message over', async () => {
    rememberMailRequest('dana@example.com', '/dashboard', Date.now(), 'hash')
    beginWaiting({ key: 'secret', hash: 'hash' }, 'signin')
    open({ pathname: '/login', state: { email: 'noa@example.com' } })
    await act(async () => undefined)
    expect(field()).toHaveProperty('value', 'noa@example.com')
  })

  it('[2.5-05] at the limit of mails takes the code of the last one and says when the next can come', async () => {
    const raw = { message: 'For security purposes, you can only request this after 2400 seconds.' }
    auth.sendLoginLink.mockRejectedValue(toAppError({ ...raw, code: 'over_email_send_rate_limit', status: 429 }))
    open()
    await send()
    expect(await screen.findByText(/אפשר לנסות שוב בעוד 40 דקות\. הקישור והקוד שבאימייל האחרון/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'אפשר לשלוח שוב בעוד 40 דקות' })).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText(waitingText.codeLabel), '123456')
    expect(auth.redeemCode).toHaveBeenCalledExactlyOnceWith('dana@example.com', '123456')
  })

  it('[5-10] refuses what is no address', async () => {
    open()
    await send('dana')
    expect(screen.getByRole('alert').textContent).toBe(errorMessages.INVALID_EMAIL)
    expect(auth.sendLoginLink).not.toHaveBeenCalled()
  })

  it.each([
    [
      '[5-08]',
      new AppError('OPERATION_FAILED', 'Account is deactivated. Please contact support.'),
      'Account is deactivated. Please contact support.',
    ],
    ['[8-30]', new AppError('NETWORK_ERROR'), `${signInText.sendFailed} ${errorMessages.NETWORK_ERROR}`],
    ['[8-30]', new AppError('SERVER_ERROR'), `${signInText.sendFailed} ${errorMessages.SERVER_ERROR}`],
    [
      '[8-30]',
      toAppError({ code: 'unexpected_failure', message: 'Error sending magic link email', status: 500 }),
      `${signInText.sendFailed} ${errorMessages.SERVER_ERROR}`,
    ],
    ['[8-29]', new AppError('UNKNOWN_ERROR'), 'שגיאה בכניסה למערכת'],
    ['[8-30]', new AppError('UNKNOWN_ERROR', 'ההרשמה נסגרה עד מחר'), 'ההרשמה נסגרה עד מחר'],
    ['[8-11]', new AppError('TOO_MANY_REQUESTS', 'אפשר לנסות שוב בעוד 42 שניות.', 42), 'אפשר לנסות שוב בעוד 42 שניות.'],
  ])('%s shows a failure and keeps what was typed', async (_, error, text) => {
    auth.sendLoginLink.mockRejectedValue(error)
    open()
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(field()).toHaveProperty('value', 'dana@example.com')
    expect(button()).toHaveProperty('disabled', false)
    expect(toast.success).not.toHaveBeenCalled()
  })

  it.each([
    ['about the address marks the field and leads to it', 'USER_NOT_FOUND', true],
    ['about anything else leaves the field and keeps the button', 'NETWORK_ERROR', false],
  ] as const)('[8-30] a failure %s', async (_, code, aboutField) => {
    auth.sendLoginLink.mockRejectedValue(new AppError(code))
    open()
    await send()
    const alert = await screen.findByRole('alert')
    expect(field().getAttribute('aria-invalid')).toBe(aboutField ? 'true' : null)
    expect(field().getAttribute('aria-describedby')).toBe(aboutField ? alert.id : null)
    expect(document.activeElement).toBe(aboutField ? field() : button())
  })

  it('[5-08] [8-05] an unknown address leads to registration, with the address and the way back', async () => {
    auth.sendLoginLink.mockRejectedValue(new AppError('USER_NOT_FOUND'))
    const { router } = open({ pathname: '/login', state: { from: '/courses/1/start' } })
    await send()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(errorMessages.USER_NOT_FOUND)
    await userEvent.click(screen.getByRole('link', { name: signInText.registerThis }))
    expect(router.state.location).toMatchObject({
      pathname: '/register',
      state: { from: '/courses/1/start', email: 'dana@example.com' },
    })
  })

  it('[2.11-02] names the course that somebody wanted to learn, and offers registration first', async () => {
    const { router } = open({ pathname: '/login', state: { from: '/courses/1/start', course: 'ריבית דריבית' } })
    expect(screen.getByText(/ריבית דריבית/)).toBeTruthy()
    const register = screen.getByRole('link', { name: signInText.courseRegister })
    expect(register.compareDocumentPosition(field()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await userEvent.click(register)
    expect(router.state.location).toMatchObject({ pathname: '/register', state: { from: '/courses/1/start' } })
  })

  it('[2.5-06] [2.1-02] explains a deactivated account', () => {
    open('/login?error=account_inactive')
    expect(screen.getByRole('alert').textContent).toContain('החשבון הזה אינו פעיל')
    expect(screen.getByRole('link', { name: 'ליצירת קשר' }).getAttribute('href')).toBe('/contact')
  })

  it('[2.9-03] takes over the address and the message of recovery', () => {
    open({ pathname: '/login', state: { email: 'dana@example.com', message: 'החשבון שוחזר' } })
    expect(field()).toHaveProperty('value', 'dana@example.com')
    expect(screen.getByRole('status').textContent).toBe('החשבון שוחזר')
  })
})

describe('waiting for the mail', () => {
  it('[2.1-18] goes to the dashboard as soon as this browser is signed in', async () => {
    const { at } = open()
    await send()
    act(() => setSession(danaSession()))
    await waitFor(() => expect(at()).toBe('/dashboard'))
  })

  it('[2.11-02] [2.1-18] goes where the student wanted to go', async () => {
    const { at } = open({ pathname: '/login', state: { from: '/courses/1/lessons/2' } })
    act(() => setSession(danaSession()))
    await waitFor(() => expect(at()).toBe('/courses/1/lessons/2'))
  })

  it('[2.11-06] a deactivated student stays', async () => {
    const { at } = open()
    act(() => setSession(danaSession({ isActive: false })))
    expect(at()).toBe('/login')
  })

  it('[7-07] sends the code of the mail off with its sixth digit, and again when it was mended', async () => {
    auth.redeemCode.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS')).mockResolvedValue({})
    open()
    await send()
    const code = await screen.findByLabelText(waitingText.codeLabel)
    await userEvent.type(code, '12 34-5a6')
    expect(code).toHaveProperty('value', '123456')
    expect(auth.redeemCode).toHaveBeenCalledExactlyOnceWith('dana@example.com', '123456')
    expect(await screen.findByText(waitingText.codeWrong)).toBeTruthy()
    expect(code).toHaveProperty('value', '123456')
    await userEvent.type(code, '{Backspace}654321', { initialSelectionStart: 0, initialSelectionEnd: 6 })
    expect(auth.redeemCode).toHaveBeenLastCalledWith('dana@example.com', '654321')
    expect(auth.redeemCode).toHaveBeenCalledTimes(2)
  })

  it('lets the address be corrected without typing it anew', async () => {
    open()
    await send()
    await userEvent.click(await screen.findByRole('button', { name: waitingText.changeAddress }))
    expect(field()).toHaveProperty('value', 'dana@example.com')
  })
})

describe('the address of this device', () => {
  const again = (entry?: Parameters<typeof open>[0]) => {
    cleanup()
    resetPagePreferences()
    open(entry)
  }
  const sendOnce = async () => {
    open()
    await send()
    await screen.findByText(signInText.sent)
  }

  it('[4-44] is not kept without consent to preferences, not even as long as the page', async () => {
    await sendOnce()
    expect(localStorage.getItem('sign-in-email')).toBeNull()
    cleanup()
    open()
    expect(field()).toHaveProperty('value', '')
    expect(screen.queryByRole('button', { name: signInText.forgetAddress })).toBeNull()
  })

  it('[4-44] stands in the field the next time, unless another one was handed over, and can be forgotten', async () => {
    localStorage.setItem('cookie-preferences', '{"essential":true,"preferences":true}')
    await sendOnce()
    again({ pathname: '/login', state: { email: 'other@example.com' } })
    expect(field()).toHaveProperty('value', 'other@example.com')
    again()
    expect(field()).toHaveProperty('value', 'dana@example.com')
    await userEvent.click(screen.getByRole('button', { name: signInText.forgetAddress }))
    expect(field()).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field())
    expect(localStorage.getItem('sign-in-email')).toBeNull()
    again()
    expect(field()).toHaveProperty('value', '')
  })
})

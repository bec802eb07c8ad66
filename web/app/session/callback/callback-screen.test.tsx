import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { AppError } from '~/shared/errors/errors'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { callbackText } from './callback.he'
import { CallbackScreen } from './callback-screen'
import { rememberMailRequest } from './mail-requests'

const mocks = vi.hoisted(() => ({
  adoptSession: vi.fn(),
  currentSession: vi.fn(),
  exchangeCode: vi.fn(),
  redeemLink: vi.fn(),
  endSession: vi.fn(),
  fetchLinkAccount: vi.fn(),
  fetchLinkRegistration: vi.fn(),
}))
vi.mock('~/session/sign-in/auth.calls', () => mocks)
vi.mock('./mailed-links.calls', () => mocks)
vi.mock('~/session/registration/registrations.calls', () => mocks)
vi.mock('~/session/student/sign-out.calls', () => ({ endSession: mocks.endSession }))

const student = { user_metadata: { user_type: 'student' }, email_confirmed_at: 'now' }

/** A link of sign-in that another browser asked for. */
const ELSEWHERE = '?n=unknown&for=signin&token_hash=abc&type=email'

/** Opens the address as a browser would, with query and fragment. */
function arrive(rest: string) {
  window.history.replaceState(null, '', `/auth/callback${rest}`)
  return screenAt('/auth/callback', <CallbackScreen />)
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of Object.values(mocks)) mock.mockReset()
  mocks.currentSession.mockResolvedValue(null)
  mocks.redeemLink.mockResolvedValue(student)
  mocks.fetchLinkAccount.mockResolvedValue('da***i@example.com')
  mocks.fetchLinkRegistration.mockResolvedValue(null)
  localStorage.removeItem('agreed-registration')
  setSession({ status: 'anonymous' })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a link opened in the browser that asked for it', () => {
  it('[2.7-01] [4-12] [4-16] [9-17] is redeemed at once; the dashboard follows after a second', async () => {
    const { nonce } = rememberMailRequest('dana@example.com', '/dashboard')
    const { at } = arrive(`?n=${nonce}&for=signin&token_hash=abc&type=email`)
    expect(screen.getByText(callbackText.processing)).toBeTruthy()
    await pass(0)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'email')
    expect(screen.getByRole('heading', { name: callbackText.successTitle })).toBeTruthy()
    expect(window.location.search).toBe('')
    await pass(999)
    expect(at()).toBe('/auth/callback')
    await pass(1)
    expect(at()).toBe('/dashboard')
  })

  it('[2.11-02] returns to where the student wanted to go', async () => {
    const { nonce } = rememberMailRequest('dana@example.com', '/courses/1/start')
    const { at } = arrive(`?n=${nonce}&token_hash=abc&type=email`)
    await pass(0)
    await pass(1000)
    expect(at()).toBe('/courses/1/start')
  })
})

describe('a link of another account than the one that is signed in here', () => {
  const own = { user: { ...student, email: 'noa@example.com' } }
  const choice = callbackText.switch

  it.each([
    ['asked for elsewhere', ELSEWHERE, 'da***i@example.com'],
    ['asked for here', undefined, 'dani@example.com'],
  ])('%s: names both and signs nobody in before a press', async (_, address, other) => {
    mocks.currentSession.mockResolvedValue(own)
    arrive(address ?? `?n=${rememberMailRequest('dani@example.com', '/').nonce}&for=signin&token_hash=abc&type=email`)
    await pass(60_000)
    expect(screen.getByRole('heading', { name: choice.title })).toBeTruthy()
    expect(screen.getByText('noa@example.com')).toBeTruthy()
    expect(screen.getByText(other)).toBeTruthy()
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    expect(mocks.endSession).not.toHaveBeenCalled()
  })

  it('stays with the account that is signed in', async () => {
    mocks.currentSession.mockResolvedValue(own)
    const { at } = arrive(ELSEWHERE)
    await pass(0)
    await press(choice.stay)
    await pass(1000)
    expect(at()).toBe('/dashboard')
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    expect(window.location.search).toBe('')
  })

  it('signs out first and then opens the link, by a press where the link was asked for elsewhere', async () => {
    mocks.currentSession.mockResolvedValue(own)
    mocks.endSession.mockImplementation(async () => {
      mocks.currentSession.mockResolvedValue(null)
      return true
    })
    arrive(ELSEWHERE)
    await pass(0)
    await press(choice.change)
    await press(callbackText.confirm.signin.button)
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'email')
  })

  it.each([
    ['of the same account', 'da***i@example.com', 'dani@example.com'],
    ['that is used up', null, 'noa@example.com'],
  ])('a link %s goes on as before [4-17]', async (_, account, email) => {
    mocks.fetchLinkAccount.mockResolvedValue(account)
    mocks.currentSession.mockResolvedValue({ user: { ...student, email } })
    const { at } = arrive(ELSEWHERE)
    await pass(0)
    await pass(1000)
    expect(at()).toBe('/dashboard')
  })
})

describe('a link opened elsewhere', () => {
  it.each([
    ['signup', callbackText.confirm.signup],
    ['signin', callbackText.confirm.signin],
    ['verification', callbackText.confirm.verification],
  ])('[2.7-01] names the action %s and redeems on a press only', async (purpose, text) => {
    arrive(`?n=unknown&for=${purpose}&token_hash=abc&type=email`)
    await pass(60_000)
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    expect(screen.getByRole('heading', { name: text.title })).toBeTruthy()
    await press(text.button)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'email')
  })

  it.each([
    ['agrees to', callbackText.confirm.signup.button, 'abc1'],
    ['goes on without', callbackText.confirmNotMine, undefined],
  ])("[4-06] shows what the registration says, perhaps a stranger's, and %s it", async (_, button, agreed) => {
    mocks.fetchLinkRegistration.mockResolvedValue({ firstName: 'רשע', maskedPhone: '***877' })
    arrive('?n=abc1&for=signup&token_hash=abc&type=email')
    await pass(0)
    expect(mocks.fetchLinkRegistration).toHaveBeenCalledExactlyOnceWith('abc1', 'abc')
    expect(screen.getByText('רשע')).toBeTruthy()
    expect(screen.getByText(/\*\*\*877/)).toBeTruthy()
    expect(localStorage.getItem('agreed-registration')).toBeNull()
    await press(button)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'email')
    expect(JSON.parse(localStorage.getItem('agreed-registration') ?? '{}').hash).toBe(agreed)
  })

  it('[9-12] a session in the fragment leaves the address and waits for a press', async () => {
    mocks.adoptSession.mockResolvedValue(student)
    arrive('#access_token=a&refresh_token=r&type=magiclink')
    expect(window.location.hash).toBe('')
    await pass(0)
    expect(mocks.adoptSession).not.toHaveBeenCalled()
    await press(callbackText.confirm.signin.button)
    expect(mocks.adoptSession).toHaveBeenCalledExactlyOnceWith('a', 'r')
  })

  it('[2.7-01] names the account and waits for a press', async () => {
    arrive(ELSEWHERE)
    await pass(60_000)
    expect(mocks.redeemLink).not.toHaveBeenCalled()
    expect(mocks.fetchLinkAccount).toHaveBeenCalledExactlyOnceWith('abc')
    expect(screen.getByText('da***i@example.com').tagName).toBe('BDI')
    await press(callbackText.confirm.signin.button)
    expect(mocks.redeemLink).toHaveBeenCalledExactlyOnceWith('abc', 'email')
  })

  it('[2.7-01] says at once that it is used up', async () => {
    mocks.fetchLinkAccount.mockResolvedValue(null)
    arrive(ELSEWHERE)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(callbackText.linkUsedUp)
    expect(window.location.search).toBe('')
  })

  it('[2.7-01] offers the press also when the account cannot be named', async () => {
    mocks.fetchLinkAccount.mockRejectedValue(new AppError('NETWORK_ERROR'))
    arrive(ELSEWHERE)
    await pass(0)
    expect(screen.getByRole('button', { name: callbackText.confirm.signin.button })).toBeTruthy()
  })
})

describe('the order of handling', () => {
  it('[4-11] an error shows its description, before anything else', async () => {
    arrive('?error=access_denied&error_description=Email+link+is+invalid+or+has+expired&token_hash=a&type=email')
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('Email link is invalid or has expired')
    expect(screen.getByRole('link', { name: callbackText.newLink }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: callbackText.home }).getAttribute('href')).toBe('/')
    expect(mocks.redeemLink).not.toHaveBeenCalled()
  })

  it('[4-11] an error without a description is an Authentication failed', async () => {
    arrive('#error=access_denied')
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('Authentication failed')
  })

  it('[4-13] a code is exchanged with the full address', async () => {
    mocks.exchangeCode.mockResolvedValue(student)
    arrive('?code=abc')
    await pass(0)
    expect(mocks.exchangeCode.mock.calls[0]?.[0]).toMatch(/\/auth\/callback\?code=abc$/)
    expect(screen.getByRole('heading', { name: callbackText.successTitle })).toBeTruthy()
  })

  it('[4-14] [9-17] looks for a session, and once more after 2 seconds', async () => {
    mocks.currentSession
      .mockResolvedValueOnce(null)
      .mockResolvedValueOnce(null)
      .mockResolvedValueOnce({ user: student })
    arrive('')
    await pass(1999)
    expect(screen.getByText(callbackText.processing)).toBeTruthy()
    await pass(1)
    expect(screen.getByRole('heading', { name: callbackText.successTitle })).toBeTruthy()
  })

  it('[4-14] gives up after the second look', async () => {
    arrive('')
    await pass(2000)
    expect(screen.getByRole('alert').textContent).toBe(callbackText.noSession)
    expect(screen.getByText('No session found. Please try logging in again.')).toBeTruthy()
  })

  it('[4-15] refuses accounts of another kind and signs them out', async () => {
    mocks.redeemLink.mockResolvedValue({ user_metadata: { user_type: 'admin' } })
    const { nonce } = rememberMailRequest('dana@example.com', '/dashboard')
    arrive(`?n=${nonce}&token_hash=abc&type=email`)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('This login link is not for student accounts')
    expect(mocks.endSession).toHaveBeenCalledOnce()
  })

  it('[4-15] an account of another kind that was signed in before stays so', async () => {
    mocks.currentSession.mockResolvedValue({ user: { user_metadata: { user_type: 'admin' } } })
    arrive('')
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('This login link is not for student accounts')
    expect(mocks.endSession).not.toHaveBeenCalled()
  })

  it('[4-17] whoever is signed in already goes to the dashboard, and the link stays unused', async () => {
    mocks.currentSession.mockResolvedValue({ user: student })
    const { at } = arrive('?n=unknown&token_hash=abc&type=email')
    await pass(0)
    await pass(1000)
    expect(at()).toBe('/dashboard')
    expect(mocks.redeemLink).not.toHaveBeenCalled()
  })
})

describe('failures', () => {
  const asked = () => `?n=${rememberMailRequest('dana@example.com', '/dashboard').nonce}&token_hash=abc&type=email`

  it('[2.7-01] a used or expired link offers a new one', async () => {
    mocks.redeemLink.mockRejectedValue(new AppError('INVALID_CREDENTIALS'))
    arrive(asked())
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(callbackText.linkUsedUp)
    expect(screen.getByRole('link', { name: callbackText.newLink })).toBeTruthy()
  })

  const raw = (message: string) => new AppError('UNKNOWN_ERROR', undefined, undefined, { cause: { message } })

  it.each([
    ['a token', asked, mocks.redeemLink, 'Email verification failed: Token has expired'],
    ['a code', () => '?code=abc', mocks.exchangeCode, 'Authentication failed: Token has expired'],
    ['the session', () => '', mocks.currentSession, 'Session check failed: Token has expired'],
  ])('[8-23] words the failure of %s for those who help', async (_, address, mock, detail) => {
    if (mock === mocks.currentSession) mock.mockRejectedValue(raw('Token has expired'))
    else mock.mockRejectedValueOnce(raw('Token has expired'))
    arrive(address())
    await pass(2000)
    expect(screen.getByText(detail).getAttribute('dir')).toBe('ltr')
  })

  it('[8-24] a failure without a word is an unexpected one', async () => {
    mocks.redeemLink.mockRejectedValue(new AppError('UNKNOWN_ERROR'))
    arrive(asked())
    await pass(0)
    expect(screen.getByText('An unexpected error occurred')).toBeTruthy()
  })

  it('[2.7-01] without a connection the same link can be tried again', async () => {
    mocks.redeemLink.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    arrive(asked())
    await pass(0)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: callbackText.tryAgain })))
    await pass(0)
    expect(mocks.redeemLink).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('heading', { name: callbackText.successTitle })).toBeTruthy()
  })
})
